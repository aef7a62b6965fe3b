package dev.belay.deletion.provider.wire;

import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import java.util.regex.Pattern;

/// What of a stranger's text may be shown: little, on one line, and never our secret.
final class Words {
    private static final int UNITS_MAX = 200;
    private static final String THE_SERVER = "the provider";

    /// What could move a terminal's cursor, turn a line around, or hide in it.
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]+");

    private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_.:-]{1,64}");

    private Words() {}

    /// A provider's message on one line, without control and format characters, at most 200 units.
    static String message(String text, String secret) {
        String line = UNPRINTABLE.matcher(text.replace(secret, "(token)")).replaceAll(" ").strip();
        if (line.length() <= UNITS_MAX) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(UNITS_MAX - 2)) ? 2 : 1;
        return line.substring(0, UNITS_MAX - end) + "…";
    }

    /// A provider's error code; empty when it is not the word that a code is.
    static String code(String text, String secret) {
        return CODE.matcher(text).matches() && !text.contains(secret) ? text : "";
    }

    /// Why no answer came, without the server's name: who configured it knows it.
    static String failure(IOException failure, URI address, String secret) {
        String text = Objects.requireNonNullElse(failure.getMessage(), "no whole answer came");
        String server = Pattern.quote(address.getHost()) + "(:[0-9]+)?";
        String nameless =
                text.replace(address.toString(), THE_SERVER)
                        .replaceAll("(?<![\\w.-])" + server + "(?![\\w-])", THE_SERVER);
        return message(nameless, secret);
    }
}
