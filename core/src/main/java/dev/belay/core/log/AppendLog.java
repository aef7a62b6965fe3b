package dev.belay.core.log;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Durability;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A file of lines, one record a line, appended to and never rewritten. The format is in
/// `docs/formats/append-log.md`.
///
/// - **Durable:** when [#append] returns, its line survives a power cut. Lines that are appended at
///   the same time share one write and one sync.
/// - **Crash:** loses at most what was not acknowledged, and leaves an end that the next turn
///   repairs.
/// - **Fault:** an append that fails may have left its line. The next one begins by making durable
///   what can be read.
/// - **Threads:** any number, in any number of processes; the file's kernel lock gives turns.
///   Between turns the file stays open, until [#close] or a fault.
/// - **Refuses:** a lock that is not granted within [#LOCK_LIMIT], and what is not a private file.
public final class AppendLog implements AutoCloseable {
    static final Duration LOCK_LIMIT = Duration.ofSeconds(2);

    /// What one turn appends, but for a single line that is longer.
    private static final int TURN_BYTES_MAX = 1 << 20;

    private final World world;
    private final Directory directory;
    private final String name;
    private final LineCheck check;
    private final GroupCommit<byte[], Durability> turns =
            new GroupCommit<>(TURN_BYTES_MAX, line -> line.length, this::appendAll);

    // Used by one turn at a time.
    /// The file as the last turn left it, all of it durable; null when that is not known.
    private @Nullable LogFile trusted;

    /// How much of the file a turn of ours has made durable; zero when there was none.
    private long affirmedBytes;

    /// Whether the name of the log is durable; null until the directory was synced.
    private @Nullable Durability names;

    public AppendLog(World world, Directory directory, String name, LineCheck check) {
        this.directory = directory;
        this.name = name;
        this.check = check;
        this.world = world;
    }

    /// Repairs the end that a crash may have left, creating the log where there is none, and makes
    /// durable what is there. An owner calls it before it acts on what the log says.
    public TailRepair open() throws IOException {
        close();
        LogFile file = LogFile.create(directory, name, LOCK_LIMIT);
        boolean isSound = false;
        try {
            TailRepair repair = recover(file);
            isSound = true;
            return repair;
        } finally {
            end(file, isSound);
        }
    }

    /// Appends a record and returns when it is durable.
    ///
    /// @throws Refusal `STATE_UNWRITABLE` when it is longer than a line may be
    public Durability append(JsonObject entry) throws IOException {
        return turns.submit(line(entry));
    }

    /// Appends records and returns when all of them are durable. A crash may leave the first of
    /// them.
    ///
    /// @throws Refusal `STATE_UNWRITABLE` when one is longer than a line may be; none is then there
    public Durability append(List<JsonObject> entries) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (JsonObject entry : entries) {
            lines.writeBytes(line(entry));
        }
        return turns.submit(lines.toByteArray());
    }

    private byte[] line(JsonObject entry) throws Refusal {
        byte[] line = (JsonText.print(entry) + "\n").getBytes(StandardCharsets.UTF_8);
        if (line.length - 1 > LogLine.BYTES_MAX) {
            throw new Refusal(
                    ErrorCode.STATE_UNWRITABLE,
                    directory.label(name),
                    "a record has %d bytes, and a line holds at most %d"
                            .formatted(line.length - 1, LogLine.BYTES_MAX),
                    "");
        }
        return line;
    }

    /// Shows every line to the visitor. Takes no lock, and works on a full or read-only disk.
    public LogEnd read(LineVisitor visitor) throws IOException {
        return LogLines.read(directory, name, visitor);
    }

    private List<Durability> appendAll(List<byte[]> lines) throws IOException {
        LogFile last = resumed();
        LogFile file = last == null ? LogFile.create(directory, name, LOCK_LIMIT) : last;
        boolean isSound = false;
        try {
            if (last == null) {
                recover(file);
            }
            Durability durability = file.append(joined(lines)).and(nameDurability());
            affirmedBytes = file.sizeBytes();
            isSound = true;
            return Collections.nCopies(lines.size(), durability);
        } finally {
            end(file, isSound);
        }
    }

    private static byte[] joined(List<byte[]> lines) {
        if (lines.size() == 1) {
            return lines.getFirst();
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        lines.forEach(all::writeBytes);
        return all.toByteArray();
    }

    /// Begins a turn with the file of the last one; null when it must be opened anew. Until it is
    /// known how this turn ends, no file is trusted.
    private @Nullable LogFile resumed() throws IOException {
        LogFile last = trusted;
        trusted = null;
        boolean isAsLeft = false;
        try {
            isAsLeft = last != null && last.resume(LOCK_LIMIT);
            return isAsLeft ? last : null;
        } finally {
            if (last != null && !isAsLeft) {
                last.close();
            }
        }
    }

    /// Ends a turn. A log without lines is made anew by the next.
    private void end(LogFile file, boolean isSound) {
        if (isSound && file.sizeBytes() > 0) {
            file.pause();
            trusted = file;
        } else {
            file.close();
        }
    }

    private TailRepair recover(LogFile file) throws IOException {
        if (file.sizeBytes() == 0) {
            names = null; // It was made anew.
        }
        LogTail tail = LogTail.of(file);
        TailRepair repair = file.repair(tail.tornFrom(), check, world);
        // What a killed writer, or a failed sync of ours, left is visible and may not be durable.
        boolean known = affirmedBytes > 0 && affirmedBytes <= file.sizeBytes();
        file.affirm(known ? affirmedBytes : tail.lastFrom());
        nameDurability();
        affirmedBytes = file.sizeBytes();
        return repair;
    }

    /// Whoever created the log may not have come to the sync of its name.
    private Durability nameDurability() throws DiskFault {
        Durability known = names;
        if (known == null) {
            known = Durability.sync(directory);
            names = known;
        }
        return known;
    }

    /// Closes the file that is open between turns. Nothing may be appended meanwhile; what is
    /// appended later opens it anew.
    @Override
    public void close() {
        LogFile last = trusted;
        trusted = null;
        if (last != null) {
            last.close();
        }
    }
}
