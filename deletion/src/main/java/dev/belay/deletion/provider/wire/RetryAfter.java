package dev.belay.deletion.provider.wire;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// How long a server asks us to wait, told in seconds or as a date.
///
/// A date is measured against the server's own `Date`, so that neither our clock nor a wrong one of
/// the server's matters. Whatever is not understood asks for nothing.
final class RetryAfter {
    /// No server is waited for longer on its own word.
    static final Duration LONGEST = Duration.ofHours(1);

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    private RetryAfter() {}

    /// @param headers by lower-case name
    static Optional<Duration> of(Map<String, List<String>> headers) {
        return first(headers, "retry-after").flatMap(asked -> wait(asked, headers));
    }

    private static Optional<Duration> wait(String asked, Map<String, List<String>> headers) {
        if (SECONDS.matcher(asked).matches()) {
            return Optional.of(bounded(Duration.ofSeconds(Long.parseLong(asked))));
        }
        Optional<ZonedDateTime> until = date(asked);
        Optional<ZonedDateTime> now = first(headers, "date").flatMap(RetryAfter::date);
        if (until.isEmpty() || now.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(bounded(Duration.between(now.get(), until.get())));
    }

    private static Duration bounded(Duration asked) {
        if (asked.isNegative()) {
            return Duration.ZERO;
        }
        return asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
    }

    private static Optional<String> first(Map<String, List<String>> headers, String name) {
        return headers.getOrDefault(name, List.of()).stream().findFirst().map(String::strip);
    }

    private static Optional<ZonedDateTime> date(String text) {
        try {
            return Optional.of(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME));
        } catch (DateTimeException notADate) {
            return Optional.empty();
        }
    }
}
