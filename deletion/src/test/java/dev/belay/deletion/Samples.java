package dev.belay.deletion;

/// Computers, operations, and receipts by number.
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
}
