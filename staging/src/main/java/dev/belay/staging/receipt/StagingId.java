package dev.belay.staging.receipt;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// The name of one staging, for good.
///
/// @param value a lower-case UUID
public record StagingId(String value) {
    /// What the name of each staging's directory begins with.
    public static final String PREFIX = "openclaw-crabbox-sync-";

    private static final Pattern FORM =
            Pattern.compile(
                    "[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

    public StagingId {
        if (!isId(value)) {
            throw new IllegalArgumentException("not the id of a staging");
        }
    }

    public static StagingId of(UUID uuid) {
        return new StagingId(uuid.toString());
    }

    public static boolean isId(String text) {
        return FORM.matcher(text).matches();
    }

    /// The id of the staging whose directory is called `name`.
    public static Optional<StagingId> ofDirectory(String name) {
        if (!name.startsWith(PREFIX) || !isId(name.substring(PREFIX.length()))) {
            return Optional.empty();
        }
        return Optional.of(new StagingId(name.substring(PREFIX.length())));
    }

    /// What its directory is called.
    public String directory() {
        return PREFIX + value;
    }

    @Override
    public String toString() {
        return value;
    }
}
