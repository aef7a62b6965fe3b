package dev.belay.sim.disk;

import dev.belay.sim.gate.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Bytes that grow, shrink, and have holes of zeros, as a file's content does.
final class Bytes {
    private static final int INITIAL_CAPACITY = 64;
    private static final int SHOWN_MAX = 60;

    private byte[] bytes;
    private int size;

    Bytes() {
        this(new byte[INITIAL_CAPACITY], 0);
    }

    private Bytes(byte[] bytes, int size) {
        this.bytes = bytes;
        this.size = size;
    }

    int size() {
        return size;
    }

    int read(byte[] buffer, int offset, int length, long position) {
        if (position >= size) {
            return -1;
        }
        int count = Math.min(length, size - (int) position);
        System.arraycopy(bytes, (int) position, buffer, offset, count);
        return count;
    }

    void write(int position, byte[] source, int offset, int length) {
        if (position + length > size) {
            resize(position + length);
        }
        System.arraycopy(source, offset, bytes, position, length);
    }

    /// Cuts, or fills with zeros, to the new size.
    void resize(int newSize) {
        if (newSize > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(newSize, 2 * bytes.length));
        }
        if (newSize < size) {
            Arrays.fill(bytes, newSize, size, (byte) 0);
        }
        size = newSize;
    }

    Bytes copy() {
        return new Bytes(Arrays.copyOf(bytes, Math.max(size, INITIAL_CAPACITY)), size);
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    /// The same for equal bytes; two that differ share one only by rare chance.
    long fingerprint() {
        return new Fingerprint().add(bytes, 0, size).value();
    }

    /// For a report: the size, and how the bytes begin.
    @Override
    public String toString() {
        int shown = Math.min(size, SHOWN_MAX);
        String text = new String(bytes, 0, shown, StandardCharsets.UTF_8);
        return size + " bytes '" + text.replace('\0', '~').replace("\n", "\\n") + "'";
    }
}
