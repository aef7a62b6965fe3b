package dev.belay.core.log;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.WriteOnceFile;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// The end of a log: its last whole line, and what a crash may have left behind that.
///
/// @param lastFrom where the last whole line begins; the same as `tornFrom` when there is none
/// @param tornFrom behind the last whole line that holds no NUL byte
record LogTail(long lastFrom, long tornFrom) {
    /// Much more than one turn appends.
    static final int TORN_BYTES_MAX = 16 << 20;

    /// Twice in one millisecond is rare enough; each is tried with a further number.
    private static final int EVIDENCE_NAMES_MAX = 16;

    private static final int CHUNK_BYTES = 64 << 10;

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    /// Finds the end, reading backwards, and no more than is needed.
    static LogTail of(LogFile file) throws IOException {
        long tornFrom = lineStart(file, file.sizeBytes(), TORN_BYTES_MAX);
        while (tornFrom > 0) {
            long lastFrom = lineStart(file, tornFrom - 1, LogLine.BYTES_MAX);
            // Pages of one append may come to the disk in any order, its line feed before the rest.
            if (!hasNul(file.bytes(lastFrom, tornFrom))) {
                return new LogTail(lastFrom, tornFrom);
            }
            tornFrom = lastFrom;
        }
        return new LogTail(0, 0);
    }

    /// Where the line begins that ends at `end`.
    static long lineStart(LogFile file, long end, int lengthMax) throws IOException {
        long to = end;
        while (to > 0) {
            long from = Math.max(0, to - CHUNK_BYTES);
            byte[] chunk = file.bytes(from, to);
            for (int i = chunk.length - 1; i >= 0; i--) {
                if (chunk[i] == '\n') {
                    return from + i + 1;
                }
            }
            to = from;
            if (end - to > lengthMax) {
                throw tooLong(file, end, lengthMax);
            }
        }
        return 0;
    }

    private static Refusal tooLong(LogFile file, long end, int lengthMax) {
        return new Refusal(
                ErrorCode.STATE_INVALID,
                file.label(),
                "has no line feed in the %d bytes before byte %d".formatted(lengthMax, end),
                "belay doctor explains the file, and repairs what can be proved safe");
    }

    private static boolean hasNul(byte[] bytes) {
        for (byte each : bytes) {
            if (each == 0) {
                return true;
            }
        }
        return false;
    }

    /// What [LogFile#repair] does.
    static TailRepair repair(LogFile file, long tornFrom, LineCheck check, World world)
            throws DiskFault, Refusal {
        if (file.sizeBytes() == tornFrom) {
            return new TailRepair.Unneeded();
        }
        byte[] torn = file.bytes(tornFrom, file.sizeBytes());
        if (torn.length <= LogLine.BYTES_MAX && check.isRecord(torn)) {
            file.append(new byte[] {'\n'});
            return new TailRepair.Completed();
        }
        String name = keep(file, torn, world);
        file.cut(tornFrom);
        return new TailRepair.SetAside(name, torn.length);
    }

    /// Keeps what is about to be cut off in a file of its own, durably.
    private static String keep(LogFile file, byte[] torn, World world) throws DiskFault, Refusal {
        Instant now = world.clock().now();
        String first = "%s.torn-%s".formatted(file.name(), STAMP.format(now));
        for (int i = 1; i <= EVIDENCE_NAMES_MAX; i++) {
            String name = i == 1 ? first : first + "-" + i;
            switch (WriteOnceFile.publish(file.directory(), name, torn, world.randomness())) {
                case WriteOnceFile.Outcome.Published _ -> {
                    return name;
                }
                case WriteOnceFile.Outcome.AlreadyThere _ -> {}
            }
        }
        throw new Refusal(
                ErrorCode.STATE_UNWRITABLE,
                file.directory().label(first),
                "exists already, and so do %d more".formatted(EVIDENCE_NAMES_MAX - 1),
                "look at these files, which hold what crashes cut off, and move them away");
    }
}
