package dev.belay.deletion;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What is to be deleted: the computer, the name it has, and the bot that it belongs to.
///
/// @param name 1 to 100 UTF-16 units without CR, LF, and NUL
/// @param ownerOrNull null when it belongs to nobody, else 1 to 120 of `[A-Za-z0-9_-]`
public record Target(BoxId id, String name, @Nullable String ownerOrNull) {
    private static final int NAME_UNITS_MAX = 100;
    private static final Pattern OWNER = Pattern.compile("[A-Za-z0-9_-]{1,120}");

    public Target {
        if (!isName(name)) {
            throw new IllegalArgumentException("not the name of a computer");
        }
        if (ownerOrNull != null && !isOwner(ownerOrNull)) {
            throw new IllegalArgumentException("not the id of a bot");
        }
    }

    public static boolean isName(String value) {
        return !value.isEmpty()
                && value.length() <= NAME_UNITS_MAX
                && value.chars().noneMatch(c -> c == '\r' || c == '\n' || c == 0);
    }

    public static boolean isOwner(String value) {
        return OWNER.matcher(value).matches();
    }

    public Optional<String> owner() {
        return Optional.ofNullable(ownerOrNull);
    }
}
