package dev.belay.connector.line;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/// Times as the lines hold them: ISO 8601 in UTC with three digits of a second, so that the first
/// ten characters are the date, and the order of texts is that of times.
public final class Times {
    private static final int DATE_LENGTH = 10;

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private Times() {}

    public static String text(Instant time) {
        return FORMAT.format(time);
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
