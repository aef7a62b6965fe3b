package dev.belay.staging.receipt;

import dev.belay.core.file.DirectoryIdentity;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The repository that was copied.
///
/// @param path of its working tree, without symbolic links
/// @param identity which directory that was; null where an old receipt does not say
public record Origin(String path, @Nullable DirectoryIdentity identity) {
    /// Which directory it was, when that is known.
    public Optional<DirectoryIdentity> knownIdentity() {
        return Optional.ofNullable(identity);
    }
}
