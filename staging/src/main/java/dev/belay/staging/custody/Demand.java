package dev.belay.staging.custody;

/// On whose word a staging is taken into custody, each including those before it.
public enum Demand {
    /// Nobody's: a clean-up found it.
    NONE,
    /// A person named it to be recovered: the dead of the Node program are taken over.
    RECOVER,
    /// A person wants what is in it saved first.
    RESCUE,
    /// A person wants it or its lock gone: so are those whom nobody can judge.
    DISCARD
}
