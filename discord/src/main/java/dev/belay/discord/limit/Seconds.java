package dev.belay.discord.limit;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// Times as Discord writes them: seconds, maybe with a fraction.
public final class Seconds {
    private static final Pattern FORM = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,20})?");
    private static final double MILLIS = 1000;

    private Seconds() {}

    /// The time that a text says, rounded up to a millisecond; empty for what is none.
    ///
    /// @param most a longer one is as long as this
    public static Optional<Duration> parse(String text, Duration most) {
        if (!FORM.matcher(text).matches()) {
            return Optional.empty();
        }
        double millis = Math.ceil(Double.parseDouble(text) * MILLIS);
        return Optional.of(millis < most.toMillis() ? Duration.ofMillis((long) millis) : most);
    }
}
