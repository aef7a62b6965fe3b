package dev.belay.core.log;

import dev.belay.core.error.Refusal;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import java.util.Optional;
import java.util.zip.CRC32C;

/// The first lines of a log, by which it is known again: of the same length they have, to all that
/// damage and mistakes do, the same checksum.
///
/// @param bytes up to and with a line feed
/// @param lines in them
/// @param checksum CRC32C of them
public record LogPrefix(long bytes, long lines, int checksum) {
    /// No line at all, with which every log begins.
    public static final LogPrefix NONE = new LogPrefix(0, 0, 0);

    private static final int CHUNK_BYTES = 1 << 20;

    /// The lines of a log up to a place, as they are now; empty where it has fewer.
    public static Optional<LogPrefix> of(Directory directory, String name, long bytes, long lines)
            throws DiskFault, Refusal {
        if (bytes == 0) {
            return Optional.of(NONE);
        }
        Optional<OpenFile> opened = LogLines.open(directory, name);
        if (opened.isEmpty()) {
            return Optional.empty();
        }
        CRC32C checksum = new CRC32C();
        try (OpenFile file = opened.get()) {
            byte[] chunk = new byte[(int) Math.min(bytes, CHUNK_BYTES)];
            long position = 0;
            while (position < bytes) {
                int wanted = (int) Math.min(chunk.length, bytes - position);
                int count = file.read(chunk, 0, wanted, position);
                if (count < 0) {
                    return Optional.empty();
                }
                checksum.update(chunk, 0, count);
                position += count;
            }
        }
        return Optional.of(new LogPrefix(bytes, lines, (int) checksum.getValue()));
    }

    /// How reading these lines, and no others, has ended.
    public LogEnd end() {
        return new LogEnd(lines, bytes, 0);
    }

    /// Whether a log begins with these very lines. Reads all of them.
    public boolean begins(Directory directory, String name) throws DiskFault, Refusal {
        return of(directory, name, bytes, lines).filter(this::equals).isPresent();
    }
}
