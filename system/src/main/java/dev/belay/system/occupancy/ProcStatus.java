package dev.belay.system.occupancy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// What anybody may know of a process, even where it may not be looked into.
///
/// @param isOfThisUser whether one of its user ids is ours, and it has not ended
/// @param age how long it has run
record ProcStatus(boolean isOfThisUser, Duration age) {
    private static final ProcStatus GONE = new ProcStatus(false, Duration.ZERO);

    /// In which the kernel counts for programs, on every architecture that we know.
    private static final long TICKS_PER_SECOND = 100;

    /// The clock may have been set a little since.
    private static final Duration SLACK = Duration.ofMinutes(1);

    /// The fields of `stat` behind the command, counted from the state.
    private static final int START = 19;

    static ProcStatus read(Path process, long user) {
        try {
            String status = Files.readString(process.resolve("status"), ISO_8859_1);
            boolean isOurs =
                    status.lines()
                            .filter(line -> line.startsWith("Uid:"))
                            .anyMatch(line -> line.concat("\t").contains("\t%d\t".formatted(user)));
            String stat = Files.readString(process.resolve("stat"), ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
            boolean hasEnded = fields[0].equals("Z") || fields[0].equals("X");
            String uptime = Files.readString(process.resolveSibling("uptime"), ISO_8859_1);
            double seconds = Double.parseDouble(uptime.substring(0, uptime.indexOf(' ')));
            long start = Long.parseLong(fields[START]) * 1000 / TICKS_PER_SECOND;
            return new ProcStatus(
                    isOurs && !hasEnded, Duration.ofMillis((long) (seconds * 1000) - start));
        } catch (IOException _) {
            return GONE;
        }
    }

    /// Whether it may have started at `then` or later.
    boolean isYoungerThan(Instant then) {
        return Instant.now().minus(age).plus(SLACK).isAfter(then);
    }
}
