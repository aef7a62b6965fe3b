package dev.belay.bench;

import java.util.Optional;

/// How much of something is measured: all of it, or a share to try the measurement itself.
final class Size {
    private static final int DIVISOR =
            Optional.ofNullable(System.getenv("BELAY_BENCH_DIVISOR"))
                    .map(Integer::valueOf)
                    .orElse(1);

    private Size() {}

    /// `whole`, divided by `BELAY_BENCH_DIVISOR` where that is set; at least one.
    static int of(int whole) {
        return Math.max(1, whole / DIVISOR);
    }
}
