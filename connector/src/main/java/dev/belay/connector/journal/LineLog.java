package dev.belay.connector.journal;

import dev.belay.connector.line.Line;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Durability;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonMembers;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.log.AppendLog;
import dev.belay.core.log.LogEnd;
import dev.belay.core.log.LogLine;
import dev.belay.core.log.LogLines;
import dev.belay.core.log.LogPrefix;
import dev.belay.core.log.TailRepair;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.World;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// One file of lines of a binding.
///
/// - **Durable:** when [#append] returns, its line survives a power cut.
/// - **Crash:** loses at most what was not acknowledged.
/// - **Threads:** any number.
/// - **Refuses:** a line that is no JSON object, with file and line; what is not a regular file.
///
/// @param <L> what is appended
public final class LineLog<L extends Line> implements AutoCloseable {
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(LogLine.BYTES_MAX);

    private final Directory directory;
    private final String name;
    private final AppendLog log;

    LineLog(World world, Directory directory, String name) {
        this.directory = directory;
        this.name = name;
        this.log = new AppendLog(world, directory, name, LineLog::isObject);
    }

    /// Takes the lines that have anything on them.
    @FunctionalInterface
    public interface Visitor {
        void visit(JsonObject line) throws IOException;
    }

    /// Takes the lines, of which it asks for little.
    @FunctionalInterface
    interface Reader {
        void read(JsonMembers line) throws IOException;
    }

    String name() {
        return name;
    }

    /// Repairs the end that a crash may have left. Where there is no file, none is made.
    TailRepair open() throws IOException {
        return directory.status(name).isEmpty() ? new TailRepair.Unneeded() : log.open();
    }

    /// Appends a line and returns when it is durable.
    public Durability append(L line) throws IOException {
        return log.append(line.json());
    }

    /// Appends lines and returns when all of them are durable. A crash may leave the first of them.
    Durability append(List<L> lines) throws IOException {
        return log.append(lines.stream().map(Line::json).toList());
    }

    /// Shows all lines, oldest first. What follows the last line feed is no line yet.
    ///
    /// @throws Refusal `STATE_INVALID` with file and line
    public void read(Visitor visitor) throws IOException {
        log.read(line -> {
            if (hasAnything(line)) {
                visitor.visit(line.object());
            }
        });
    }

    /// Shows the lines behind a prefix, oldest first.
    LogEnd read(LogPrefix prefix, Reader reader) throws IOException {
        return LogLines.readOn(
                directory,
                name,
                prefix.end(),
                line -> {
                    if (hasAnything(line)) {
                        reader.read(line.members());
                    }
                });
    }

    private static boolean hasAnything(LogLine line) {
        return line.bytes().length > 0;
    }

    /// The lines up to a place, as they are now; empty where there are fewer.
    Optional<LogPrefix> prefix(LogPrefix before, LogEnd end) throws IOException {
        return LogPrefix.of(directory, name, end.position(), before.lines() + end.lines());
    }

    /// Whether the lines begin with these. Reads all of them.
    boolean begins(LogPrefix prefix) throws IOException {
        return prefix.begins(directory, name);
    }

    /// How long the file is; 0 where there is none.
    long sizeBytes() throws DiskFault {
        return directory.status(name).map(FileStatus::sizeBytes).orElse(0L);
    }

    /// Closes the file, which stays open between appends. Nothing may be appended meanwhile.
    @Override
    public void close() {
        log.close();
    }

    private static boolean isObject(byte[] bytes) {
        try {
            return JsonText.parse(bytes, LIMITS) instanceof JsonObject;
        } catch (JsonSyntax _) {
            return false;
        }
    }
}
