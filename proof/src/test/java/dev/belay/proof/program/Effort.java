package dev.belay.proof.program;

/// How much the tests explore: `./verify` the quick budget, `./verify -Pdeep` the deep one.
public final class Effort {
    private Effort() {}

    public static boolean isDeep() {
        return "deep".equals(System.getProperty("belay.budget"));
    }

    /// `quick` or `deep`, whichever counts in this run.
    public static int of(int quick, int deep) {
        return isDeep() ? deep : quick;
    }

    /// The seed of random choices: `-Dbelay.seed`, else `ours`, so that every run is the same.
    public static long seed(long ours) {
        return Long.getLong("belay.seed", ours);
    }
}
