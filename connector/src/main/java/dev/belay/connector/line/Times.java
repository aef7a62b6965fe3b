package dev.belay.connector.line;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/// Times as the lines hold them: ISO 8601 in UTC with three digits of a second, so that the first
/// ten characters are the date, and the order of texts is that of times.
public final class Times {
    private static final int DATE_LENGTH = 10;

    private static final int YEAR_MAX = 9999;
    private static final int NANOS_OF_MILLI = 1_000_000;

    private Times() {}

    /// By hand, but for years that no clock should show: a formatter of the JDK took a fifth of
    /// what a line takes.
    public static String text(Instant time) {
        LocalDateTime at =
                LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC);
        if (at.getYear() < 0 || at.getYear() > YEAR_MAX) {
            return DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .format(at);
        }
        byte[] text = "0000-00-00T00:00:00.000Z".getBytes(StandardCharsets.ISO_8859_1);
        put(at.getYear(), text, 3);
        put(at.getMonthValue(), text, 6);
        put(at.getDayOfMonth(), text, 9);
        put(at.getHour(), text, 12);
        put(at.getMinute(), text, 15);
        put(at.getSecond(), text, 18);
        put(at.getNano() / NANOS_OF_MILLI, text, 22);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /// Puts a number over zeros, its last digit at `last`.
    private static void put(int number, byte[] text, int last) {
        int rest = number;
        for (int place = last; rest > 0; place--) {
            text[place] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /// The date in UTC, whatever zone the machine is in.
    public static String date(Instant time) {
        return text(time).substring(0, DATE_LENGTH);
    }

    /// The date that a time in a line begins with, as text.
    public static String dateOf(String at) {
        return at.substring(0, Math.min(DATE_LENGTH, at.length()));
    }

    /// The time that a text names; empty for what is no time in UTC.
    public static Optional<Instant> parse(String text) {
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
