package dev.belay.deletion;

import java.util.regex.Pattern;

/// The id of one cloud computer, which is never given to another.
///
/// @param value `bx_` and eight of the 31 letters and digits that are not easily confused
public record BoxId(String value) implements Comparable<BoxId> {
    private static final Pattern FORM = Pattern.compile("bx_[23456789abcdefghjkmnpqrstuvwxyz]{8}");

    public BoxId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not the id of a computer");
        }
    }

    public static boolean isValid(String value) {
        return FORM.matcher(value).matches();
    }

    @Override
    public int compareTo(BoxId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
