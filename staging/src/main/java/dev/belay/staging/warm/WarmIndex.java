package dev.belay.staging.warm;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.freeze.Freezer.Lists;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.schema.Digest;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// What was copied where, and how the kernel tells that it is still so.
///
/// @param source which directory the copy is in
/// @param permissions of a directory that this user makes and says nothing about
/// @param files of the copy, without those of its repository
/// @param repository null for a copy without one
/// @param seal what was written down of the copy elsewhere
record WarmIndex(
        StagingId id,
        DirectoryIdentity source,
        int permissions,
        Lists lists,
        Collection<WarmFile> files,
        @Nullable SavedRepository repository,
        Seal seal) {
    /// The manifest of a copy.
    ///
    /// @param manifest the digest of the file
    /// @param deleted the digest of the paths in it that the working tree has no more
    record Seal(Digest manifest, Digest deleted) {}
}
