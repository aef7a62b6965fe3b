package dev.belay.sim.gate;

/// A 64-bit digest of a sequence of values, to tell states apart.
///
/// Two states of one digest are taken to be one. With a million states, one pair that differs has
/// the same digest with a probability of 1 in 40 million; what would follow is a state not
/// explored.
public final class Fingerprint {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private long value;

    public Fingerprint() {
        this(0);
    }

    /// Goes on from the value of an earlier one.
    public Fingerprint(long value) {
        this.value = value;
    }

    public Fingerprint add(long next) {
        long mixed = (Long.rotateLeft(value, 5) ^ next) * MULTIPLIER;
        value = mixed ^ (mixed >>> 29);
        return this;
    }

    public Fingerprint add(String text) {
        for (int i = 0; i < text.length(); i++) {
            add(text.charAt(i));
        }
        return add(-1L - text.length());
    }

    public Fingerprint add(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            add(bytes[i]);
        }
        return add(-1L - length);
    }

    public long value() {
        return value;
    }
}
