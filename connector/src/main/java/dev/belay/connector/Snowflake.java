package dev.belay.connector;

import java.time.Instant;
import java.util.Optional;

/// An id of Discord: a number whose upper bits say when it was made.
///
/// @param value unsigned
public record Snowflake(long value) implements Comparable<Snowflake> {
    private static final long EPOCH_MILLIS = 1_420_070_400_000L;
    private static final int TIME_SHIFT = 22;

    /// The id that a text is the one way to write; empty for any other text.
    public static Optional<Snowflake> parse(String text) {
        long number = Decimals.number(text);
        return number == 0 ? Optional.empty() : Optional.of(new Snowflake(number));
    }

    /// The lowest id of a time, from which on messages can be read; 0 before there were any.
    public static Snowflake atOrAfter(Instant time) {
        long millis = Math.max(0, time.toEpochMilli() - EPOCH_MILLIS);
        return new Snowflake(millis << TIME_SHIFT);
    }

    /// When it was made, by Discord's clock.
    public Instant time() {
        return Instant.ofEpochMilli((value >>> TIME_SHIFT) + EPOCH_MILLIS);
    }

    /// By number, not as text.
    @Override
    public int compareTo(Snowflake other) {
        return Long.compareUnsigned(value, other.value);
    }

    /// The decimal that Discord writes.
    @Override
    public String toString() {
        return Long.toUnsignedString(value);
    }
}
