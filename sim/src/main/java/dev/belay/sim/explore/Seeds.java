package dev.belay.sim.explore;

import java.util.stream.LongStream;

/// The seeds that a test is run with: `belay.seed` alone where that system property is set.
public final class Seeds {
    private static final int QUICK = 20;
    private static final int DEEP = 1_000;

    private Seeds() {}

    public static LongStream seeds() {
        Long one = Long.getLong("belay.seed");
        int count = Budget.current().of(QUICK, DEEP);
        return one == null ? LongStream.rangeClosed(1, count) : LongStream.of(one);
    }
}
