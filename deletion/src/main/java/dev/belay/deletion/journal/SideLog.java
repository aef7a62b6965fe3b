package dev.belay.deletion.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.Durability;
import dev.belay.core.file.DurableFile;
import dev.belay.core.file.OwnershipCheck;
import dev.belay.core.file.PrivateFile;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.World;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// A file of JSON lines that stands beside the journal and is used under its lock only.
///
/// - **Atomic:** a line counts whole or not at all.
/// - **Durable:** what [#append] returned for survives a power cut.
/// - **Crash:** leaves a last line without its line feed, which no caller was told of; the next
///   [#append] writes the file anew without it.
/// - **Threads:** one at a time, which holds the lock of the journal.
/// - **Refuses:** a line that is not what the format says, naming file and line.
final class SideLog<T> {
    private static final int BYTES_MAX = 16 << 20;

    /// Below this nobody minds what is no longer needed.
    private static final int COMPACT_FROM_BYTES = 256 << 10;

    private static final JsonLimits LINE = new JsonLimits(4096, 4);

    /// How one line reads.
    interface Codec<T> {
        /// Empty for an object that is no such line.
        Optional<T> parse(JsonObject line);

        JsonObject print(T line);
    }

    private final World world;
    private final Directory directory;
    private final String name;
    private final Codec<T> codec;
    private final DurableFile file;

    private List<T> lines = new ArrayList<>();
    private Optional<FileStatus> status = Optional.empty();
    private boolean known;
    private boolean torn;
    private long version;

    /// Whether an append of ours failed since all that can be read was known to be durable. Then no
    /// further sync makes it so.
    private boolean isDoubtful;

    SideLog(World world, Directory directory, String name, Codec<T> codec) {
        this.world = world;
        this.directory = directory;
        this.name = name;
        this.codec = codec;
        this.file = new DurableFile(directory, name, world.randomness());
    }

    /// Changes whenever [#lines] does.
    long version() {
        return version;
    }

    /// Looks at the disk, and makes durable what is found there.
    void load(OwnershipCheck owner) throws IOException {
        Optional<FileStatus> now = directory.status(name);
        boolean same =
                now.isPresent()
                        ? status.isPresent() && status.get().isUnchanged(now.get())
                        : status.isEmpty();
        if (!known || !same) {
            read(owner);
        } else {
            status = now; // The same content may have another name since.
        }
    }

    /// All lines, as of the last [#load] or [#append].
    List<T> lines() {
        return Collections.unmodifiableList(lines);
    }

    /// Removes what killed writers left.
    void removeLeftovers() throws DiskFault {
        file.removeTemporaries();
    }

    private void read(OwnershipCheck owner) throws IOException {
        known = false;
        version++;
        Optional<BoundedFile> found = BoundedFile.read(directory, name, BYTES_MAX);
        lines = new ArrayList<>();
        torn = false;
        status = found.map(BoundedFile::status);
        if (found.isPresent()) {
            parse(found.get().bytes());
            confirm(found.get(), owner);
        }
        known = found.isEmpty() || found.get().isSettled(world.clock().now());
    }

    private void confirm(BoundedFile found, OwnershipCheck owner) throws IOException {
        if (isDoubtful) {
            file.replace(found.bytes(), owner);
            status = directory.status(name);
            isDoubtful = false;
        } else {
            file.confirm(owner);
        }
    }

    private void parse(byte[] bytes) throws Refusal {
        for (Optional<T> line : wholeLines(bytes)) {
            lines.add(line.orElseThrow(this::invalid));
        }
        torn = bytes.length > 0 && bytes[bytes.length - 1] != '\n';
    }

    /// Every line that has its line feed; empty for one that is not what is written here.
    private List<Optional<T>> wholeLines(byte[] bytes) {
        List<Optional<T>> whole = new ArrayList<>();
        int from = 0;
        for (int to = 0; to < bytes.length; to++) {
            if (bytes[to] == '\n') {
                whole.add(parse(new String(bytes, from, to - from, UTF_8)));
                from = to + 1;
            }
        }
        return whole;
    }

    private Optional<T> parse(String line) {
        try {
            return JsonText.parse(line, LINE) instanceof JsonObject object
                    ? codec.parse(object)
                    : Optional.empty();
        } catch (JsonSyntax _) {
            return Optional.empty();
        }
    }

    private Refusal invalid() {
        return new Refusal(
                ErrorCode.STATE_INVALID,
                "%s:%d".formatted(directory.label(name), lines.size() + 1),
                "the line is not what is written here",
                "`belay doctor --repair` keeps the file and writes its good lines anew");
    }

    String name() {
        return name;
    }

    /// The numbers of the lines that are not what is written here, and for which a change refuses.
    List<Integer> badLines() throws Refusal {
        List<Optional<T>> whole = wholeLines(bytes());
        return IntStream.rangeClosed(1, whole.size())
                .filter(number -> whole.get(number - 1).isEmpty())
                .boxed()
                .toList();
    }

    /// Writes the good lines anew, and the file as it was to `copy` before.
    void leaveOutBadLines(String copy, OwnershipCheck owner) throws IOException {
        byte[] before = bytes();
        new DurableFile(directory, copy, world.randomness()).replace(before, owner);
        file.replace(text(wholeLines(before).stream().flatMap(Optional::stream).toList()), owner);
        known = false;
    }

    private byte[] bytes() throws Refusal {
        return BoundedFile.read(directory, name, BYTES_MAX)
                .map(BoundedFile::bytes)
                .orElse(new byte[0]);
    }

    /// Adds lines durably.
    ///
    /// @param needed which of the lines before are worth keeping when the file has grown large
    void append(List<T> more, Predicate<T> needed, OwnershipCheck owner) throws IOException {
        if (more.isEmpty()) {
            return;
        }
        List<T> kept = torn ? lines() : compacted(needed);
        boolean inPlace = kept.size() == lines.size() && !torn && !hasFurtherName();
        List<T> all = new ArrayList<>(kept);
        all.addAll(more);
        known = false;
        owner.requireOwned();
        isDoubtful = true; // Until it is known how the syncs ended.
        if (inPlace) {
            write(text(more));
        } else {
            file.replace(text(all), owner);
        }
        isDoubtful = false;
        status = directory.status(name);
        lines = all;
        version++;
        torn = false;
        known = true;
    }

    private boolean hasFurtherName() {
        return status.flatMap(PrivateFile::furtherName).isPresent();
    }

    /// The lines that are needed, if leaving out the others is worth writing the file anew.
    private List<T> compacted(Predicate<T> needed) {
        List<T> all = lines();
        if (status.isEmpty() || status.get().sizeBytes() < COMPACT_FROM_BYTES) {
            return all;
        }
        List<T> kept = all.stream().filter(needed).toList();
        return kept.size() * 2 <= all.size() ? kept : all;
    }

    private byte[] text(List<T> some) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (T line : some) {
            text.writeBytes((JsonText.print(codec.print(line)) + "\n").getBytes(UTF_8));
        }
        return text.toByteArray();
    }

    private void write(byte[] text) throws DiskFault {
        try (OpenFile open =
                directory.open(
                        name, 0600, OpenOption.WRITE, OpenOption.APPEND, OpenOption.CREATE)) {
            open.writeAll(text, 0, text.length, 0); // At the end, wherever that is.
            Durability.syncData(open);
        }
        if (status.isEmpty()) {
            Durability.sync(directory);
        }
    }
}
