package dev.belay.sim.explore;

import java.util.Locale;

/// How much there is time to explore, from the system property `belay.budget`.
public enum Budget {
    /// On every build.
    QUICK,
    /// Before a release.
    DEEP;

    /// The one in force; quick when none is said.
    public static Budget current() {
        return valueOf(System.getProperty("belay.budget", "quick").toUpperCase(Locale.ROOT));
    }

    /// The one or the other bound.
    public int of(int quick, int deep) {
        return this == QUICK ? quick : deep;
    }
}
