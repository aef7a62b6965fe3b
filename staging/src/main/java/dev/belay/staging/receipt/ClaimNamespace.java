package dev.belay.staging.receipt;

import dev.belay.core.file.DirectoryIdentity;

/// Where the lease tool of a staging keeps its claims: only their absence there means anything.
///
/// @param platform as Node calls it, for example `linux`
/// @param cwd the directory in which relative settings were read
/// @param directory the claims
/// @param anchor the deepest directory above `directory` that was there
public record ClaimNamespace(String platform, String cwd, String directory, Anchor anchor) {
    /// A directory by path and identity.
    public record Anchor(String path, DirectoryIdentity identity) {}
}
