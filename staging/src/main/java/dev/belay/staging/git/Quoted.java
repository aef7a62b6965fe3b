package dev.belay.staging.git;

import dev.belay.system.FileNames;

/// A path as Git shows it to people: in C's quotes where it holds anything but plain characters.
public final class Quoted {
    private static final String SPECIAL = "\"\\\007\b\t\n\013\f\r";
    private static final String LETTERS = "\"\\abtnvfr";
    private static final int DELETE = 0x7F;

    private Quoted() {}

    /// The path itself, or `"`, its bytes with `\n`, `\"`, and `\377` for what is not printable
    /// ASCII, and `"`.
    public static String of(String path) {
        StringBuilder text = new StringBuilder("\"");
        boolean isPlain = true;
        for (byte each : FileNames.encodeText(path)) {
            int special = SPECIAL.indexOf(each);
            if (special >= 0) {
                text.append('\\').append(LETTERS.charAt(special));
                isPlain = false;
            } else if (each < ' ' || each == DELETE) {
                text.append("\\%03o".formatted(each & 0xFF));
                isPlain = false;
            } else {
                text.append((char) each);
            }
        }
        return isPlain ? path : text.append('"').toString();
    }
}
