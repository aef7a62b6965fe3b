package dev.belay.app.cli.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What may become of a file of lines. The first ones a power cut leaves, and an owner mends them.
enum LogDamage {
    TORN_TAIL,
    NUL_TAIL,
    CORRUPT_LINE,
    NUL_LINE,
    LINE_THAT_IS_NO_OBJECT,
    KEY_TWICE,
    NOT_UTF8;

    static final String TORN = "{\"id\":\"12345678\",\"at\":\"20";
    private static final String NULS = "\0".repeat(64);

    boolean isMended() {
        return this == TORN_TAIL || this == NUL_TAIL;
    }

    /// What is put at the end, or behind the first line.
    String text() {
        return switch (this) {
            case TORN_TAIL -> TORN;
            case NUL_TAIL, NUL_LINE -> NULS;
            case CORRUPT_LINE -> "{\"id\": rubbish";
            case LINE_THAT_IS_NO_OBJECT -> "null";
            case KEY_TWICE -> "{\"id\":\"1\",\"id\":\"2\",\"at\":\"x\",\"nonce\":\"n\"}";
            case NOT_UTF8 -> "{\"id\":\"\u00FF\"}";
        };
    }

    void doTo(Path file) throws IOException {
        String whole = new String(Files.readAllBytes(file), ISO_8859_1);
        int second = whole.indexOf('\n') + 1;
        String damaged =
                isMended()
                        ? whole + text()
                        : whole.substring(0, second) + text() + "\n" + whole.substring(second);
        Files.write(file, damaged.getBytes(ISO_8859_1));
    }
}
