package dev.belay.staging.warm;

import dev.belay.staging.schema.InvalidFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Bytes that grow up to a limit; numbers are big-endian.
final class Output {
    private static final int BYTES_AT_FIRST = 64 << 10;

    private final int bytesMax;
    private byte[] bytes = new byte[BYTES_AT_FIRST];
    private int length;

    Output(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    void octet(int value) throws InvalidFormat {
        reserve(1).put((byte) value);
    }

    void flag(boolean value) throws InvalidFormat {
        octet(value ? 1 : 0);
    }

    void number(int value) throws InvalidFormat {
        reserve(Integer.BYTES).putInt(value);
    }

    void number(long value) throws InvalidFormat {
        reserve(Long.BYTES).putLong(value);
    }

    void bytes(byte[] more) throws InvalidFormat {
        reserve(more.length).put(more);
    }

    /// A text with the length of its UTF-8 before it.
    void text(String value) throws InvalidFormat {
        byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
        number(encoded.length);
        bytes(encoded);
    }

    /// The bytes so far, and room behind them.
    byte[] array() {
        return bytes;
    }

    int length() {
        return length;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    private ByteBuffer reserve(int count) throws InvalidFormat {
        if (count > bytesMax - length) {
            throw new InvalidFormat("longer than %d bytes".formatted(bytesMax));
        }
        if (count > bytes.length - length) {
            int wanted = Math.max(length + count, (int) Math.min(2L * bytes.length, bytesMax));
            bytes = Arrays.copyOf(bytes, wanted);
        }
        ByteBuffer room = ByteBuffer.wrap(bytes, length, count);
        length += count;
        return room;
    }
}
