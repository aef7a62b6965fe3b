package dev.belay.staging.witness;

import dev.belay.core.error.Refusal;
import dev.belay.system.Clock;
import java.time.Duration;

/// How long a proof may take: longer, the more it has to read.
///
/// - **Threads:** any number.
final class Budget {
    private static final Duration PLAIN = Duration.ofMinutes(2);
    private static final Duration WHOLE = Duration.ofMinutes(30);
    private static final long MILLIS_FOR_GIB = 30_000;
    private static final int GIB_BITS = 30;

    /// An object costs time, however small it is.
    private static final long OBJECT_BYTES_MIN = 4 << 10;

    private final Clock clock;
    private final Duration begin;
    private double bytes;
    private Duration whole = PLAIN;

    Budget(Clock clock) {
        this.clock = clock;
        this.begin = clock.elapsed();
    }

    /// Allows for further objects that are to be read.
    ///
    /// @param objects how many
    synchronized void allow(long sizeBytes, long objects) {
        bytes += sizeBytes + (double) OBJECT_BYTES_MIN * objects;
        double gib = bytes / (1L << GIB_BITS);
        Duration more = PLAIN.plusMillis((long) (gib * MILLIS_FOR_GIB));
        whole = more.compareTo(WHOLE) < 0 ? more : WHOLE;
    }

    /// What is left of it.
    synchronized Duration left() throws Refusal {
        Duration left = whole.minus(clock.elapsed().minus(begin));
        if (left.isNegative() || left.isZero()) {
            throw Unproved.refusal(
                    "reading it took longer than %d seconds".formatted(whole.toSeconds()),
                    "run the command again when the disk is less busy");
        }
        return left;
    }
}
