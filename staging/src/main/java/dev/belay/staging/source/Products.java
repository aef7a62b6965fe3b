package dev.belay.staging.source;

/// What becomes of that which a command made in its copy, beside its outputs.
public enum Products {
    /// It goes where the repository ignores it; else the copy stays.
    IGNORED,
    /// It goes when a commit of it is in the repository, but for what is ignored.
    KEEP,
    /// It goes: so whoever ran the command has said.
    DISCARD
}
