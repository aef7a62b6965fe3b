package dev.belay.connector.index;

/// Spreads numbers that are alike over a table.
final class Hashes {
    private Hashes() {}

    /// The finalizer of MurmurHash3: each bit of the number changes half of the bits of the result.
    static long mix(long number) {
        long mixed = number;
        mixed ^= mixed >>> 33;
        mixed *= 0xff51afd7ed558ccdL;
        mixed ^= mixed >>> 33;
        mixed *= 0xc4ceb9fe1a85ec53L;
        mixed ^= mixed >>> 33;
        return mixed;
    }
}
