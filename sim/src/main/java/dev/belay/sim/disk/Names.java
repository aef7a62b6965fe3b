package dev.belay.sim.disk;

/// What may be the name of an entry.
final class Names {
    private static final int LENGTH_MAX = 255;

    private Names() {}

    /// Whether the kernel takes it for the name of one entry.
    static boolean isOneName(String name) {
        return !name.isEmpty() && name.indexOf('/') < 0 && name.indexOf('\0') < 0;
    }

    static boolean isTooLong(String name) {
        return length(name) > LENGTH_MAX;
    }

    /// The number of bytes, where a lone surrogate stands for one.
    static int length(String text) {
        return text.codePoints().map(Names::byteCount).sum();
    }

    private static int byteCount(int codePoint) {
        if (codePoint < 0x80 || (codePoint >= 0xDC80 && codePoint <= 0xDCFF)) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < 0x10000 ? 3 : 4;
    }
}
