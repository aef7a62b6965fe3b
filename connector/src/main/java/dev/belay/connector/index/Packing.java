package dev.belay.connector.index;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Counts and texts among numbers in binary.
final class Packing {
    private Packing() {}

    static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static String text(ByteBuffer in) {
        return new String(bytes(in, count(in, 1)), StandardCharsets.UTF_8);
    }

    /// Numbers in one piece, which is much quicker than one by one.
    static void numbers(DataOutputStream out, long[] numbers) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
        bytes.asLongBuffer().put(numbers);
        out.write(bytes.array());
    }

    static long[] numbers(ByteBuffer in, int count) {
        long[] numbers = new long[count];
        in.asLongBuffer().get(numbers);
        in.position(in.position() + count * Long.BYTES);
        return numbers;
    }

    static byte[] bytes(ByteBuffer in, int count) {
        byte[] bytes = new byte[count];
        in.get(bytes);
        return bytes;
    }

    /// How many things follow, for which there is room.
    ///
    /// @param bytesMin that each takes
    static int count(ByteBuffer in, int bytesMin) {
        int count = in.getInt();
        if (count < 0 || count > in.remaining() / bytesMin) {
            throw new IllegalArgumentException("more than there is room for");
        }
        return count;
    }
}
