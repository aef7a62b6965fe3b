package dev.belay.connector;

import java.util.Comparator;
import java.util.regex.Pattern;

/// The id of a turn, which is the id of the message that it answers, and the name of its file.
public record TurnId(String value) {
    /// The order of ids that are numbers.
    public static final Comparator<TurnId> OLDEST_FIRST =
            Comparator.comparingInt((TurnId id) -> id.value.length()).thenComparing(TurnId::value);

    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    public TurnId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not the id of a turn");
        }
    }

    /// 1 to 128 of letters, digits, `.`, `_`, and `-`, beginning with a letter or digit.
    public static boolean isValid(String value) {
        return VALID.matcher(value).matches();
    }

    /// Shown to people.
    @Override
    public String toString() {
        return value;
    }
}
