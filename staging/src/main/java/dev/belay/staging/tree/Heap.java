package dev.belay.staging.tree;

/// The heap of this process.
public final class Heap {
    /// From which size on it is much; the launcher says so, and nobody else needs it.
    private static final long MUCH_BYTES = Long.getLong("belay.heap.much", Long.MAX_VALUE);

    private Heap() {}

    /// Called between two parts of a work on many files: lets go of what the part before has left,
    /// where that may be much.
    ///
    /// The collector that the launcher chooses for its small size does not collect what has grown
    /// old before the heap is at its limit, which is a share of the machine's memory.
    public static void letGo() {
        Runtime runtime = Runtime.getRuntime();
        if (runtime.totalMemory() - runtime.freeMemory() > MUCH_BYTES) {
            runtime.gc();
        }
    }
}
