package dev.belay.core.log;

import dev.belay.core.error.Refusal;
import dev.belay.core.file.PrivateFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/// Reads a log line by line, in memory that does not grow with it.
///
/// A line ends at the byte 0x0A and nowhere else. What follows the last one is no line yet.
///
/// - **Threads:** any number, beside writers.
/// - **Refuses:** what is not a private file, and a line longer than [LogLine#BYTES_MAX].
public final class LogLines {
    private static final int CHUNK_BYTES = 64 << 10;
    private static final byte LINE_FEED = '\n';

    private final OpenFile file;
    private final LineVisitor visitor;
    private long number;
    private long lineFrom;
    private byte[] pending = new byte[CHUNK_BYTES];
    private int pendingLength;

    /// Longer than any line may be: only counted, since it may be the zeros of a cut-off append.
    private boolean isTooLong;

    private LogLines(OpenFile file, long from, long number, LineVisitor visitor) {
        this.file = file;
        this.lineFrom = from;
        this.number = number;
        this.visitor = visitor;
    }

    /// Shows every line that the log has now to the visitor; an absent log has none.
    public static LogEnd read(Directory directory, String name, LineVisitor visitor)
            throws IOException {
        return readOn(directory, name, new LogEnd(0, 0, 0), visitor);
    }

    /// Shows every line behind those that were read before to the visitor.
    ///
    /// @param before how that ended, counted from the beginning of the log
    public static LogEnd readOn(
            Directory directory, String name, LogEnd before, LineVisitor visitor)
            throws IOException {
        Optional<OpenFile> opened = open(directory, name);
        if (opened.isEmpty()) {
            return new LogEnd(0, 0, 0);
        }
        try (OpenFile file = opened.get()) {
            return read(file, before.position(), before.lines() + 1, visitor);
        }
    }

    /// Opens a log to be read; empty when it is absent.
    static Optional<OpenFile> open(Directory directory, String name) throws DiskFault, Refusal {
        OpenFile file;
        try {
            file = directory.open(name, 0, OpenOption.READ);
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT) {
                return Optional.empty();
            }
            throw PrivateFile.unreadable(directory, name, fault);
        }
        boolean isPrivate = false;
        try {
            PrivateFile.require(directory, file.label(), file.status());
            isPrivate = true;
            return Optional.of(file);
        } finally {
            if (!isPrivate) {
                file.close();
            }
        }
    }

    /// Shows the lines from a position on, which is the start of the line `number`.
    static LogEnd read(OpenFile file, long from, long number, LineVisitor visitor)
            throws IOException {
        return new LogLines(file, from, number, visitor).read(file.status().sizeBytes());
    }

    private LogEnd read(long to) throws IOException {
        long first = number;
        byte[] chunk = new byte[CHUNK_BYTES];
        long position = lineFrom;
        while (position < to) {
            int wanted = (int) Math.min(chunk.length, to - position);
            int count = file.read(chunk, 0, wanted, position);
            if (count < 0) {
                break; // Cut off since its size was read.
            }
            position += count;
            split(chunk, count);
        }
        return new LogEnd(number - first, lineFrom, position - lineFrom);
    }

    private void split(byte[] chunk, int length) throws IOException {
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (chunk[i] == LINE_FEED) {
                keep(chunk, from, i);
                finishLine();
                from = i + 1;
            }
        }
        keep(chunk, from, length);
    }

    private void keep(byte[] chunk, int from, int to) {
        int length = to - from;
        if (isTooLong || pendingLength + length > LogLine.BYTES_MAX) {
            isTooLong = true;
            return;
        }
        if (pendingLength + length > pending.length) {
            int doubled = Math.max(2 * pending.length, pendingLength + length);
            pending = Arrays.copyOf(pending, doubled);
        }
        System.arraycopy(chunk, from, pending, pendingLength, length);
        pendingLength += length;
    }

    private void finishLine() throws IOException {
        if (isTooLong) {
            throw LogLine.invalid(
                    file.label(), number, "longer than %d bytes".formatted(LogLine.BYTES_MAX));
        }
        byte[] bytes = Arrays.copyOf(pending, pendingLength);
        LogLine line = new LogLine(file.label(), number, lineFrom, bytes);
        number++;
        lineFrom = line.to();
        pendingLength = 0;
        visitor.visit(line);
    }
}
