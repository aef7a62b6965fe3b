package dev.belay.deletion;

import java.util.regex.Pattern;

/// The id under which a provider carries out one deletion.
///
/// @param value `bdop_` and 32 lower-case hexadecimal digits
public record OperationId(String value) {
    private static final Pattern FORM = Pattern.compile("bdop_[a-f0-9]{32}");

    public OperationId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not the id of a deletion operation");
        }
    }

    public static boolean isValid(String value) {
        return FORM.matcher(value).matches();
    }

    @Override
    public String toString() {
        return value;
    }
}
