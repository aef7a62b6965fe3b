package dev.belay.staging.receipt;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.schema.Digest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The part of a staging that is kept warm between runs.
///
/// @param key the name of its slot
/// @param slot which directory that was
/// @param isIdle whether its last owner handed it over
/// @param lastUsed in whole milliseconds, not before 1970
/// @param database the digest of the Node program's index; null when there is none
public record MirrorUse(
        Digest key,
        DirectoryIdentity slot,
        boolean isIdle,
        Instant lastUsed,
        @Nullable Digest database) {
    public MirrorUse {
        lastUsed = lastUsed.truncatedTo(ChronoUnit.MILLIS);
    }

    /// Handed over by whoever used it last.
    public MirrorUse idleSince(Instant now) {
        return new MirrorUse(key, slot, true, now, database);
    }

    public Optional<Digest> knownDatabase() {
        return Optional.ofNullable(database);
    }
}
