package dev.belay.staging.receipt;

import dev.belay.core.file.DirectoryIdentity;

/// Which directories a staging is made of, so that one put in their place is told apart.
public record Place(DirectoryIdentity root, DirectoryIdentity payload) {}
