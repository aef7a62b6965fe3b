package dev.belay.deletion;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/// Computers, operations, and receipts by number; tables by the test that holds them true.
public final class Samples {
    private static final String ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

    private Samples() {}

    public static BoxId box(int number) {
        StringBuilder id = new StringBuilder();
        int rest = number;
        for (int i = 0; i < 8; i++) {
            id.insert(0, ALPHABET.charAt(rest % ALPHABET.length()));
            rest /= ALPHABET.length();
        }
        return new BoxId("bx_" + id);
    }

    public static Target target(int number) {
        return new Target(box(number), "web-" + number, "bot-" + number);
    }

    public static OperationId operation(int number) {
        return new OperationId("bdop_%032x".formatted(number));
    }

    /// The word of the operation that has the computer's number.
    public static Receipt receipt(int number, OperationStatus status) {
        return new Receipt(operation(number), box(number), status);
    }

    /// The file of this name beside `test`.
    public static String text(Class<?> test, String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(test.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), UTF_8);
        }
    }
}
