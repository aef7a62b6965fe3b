package dev.belay.staging.discovery;

/// What is known of the process that a receipt names.
public enum OwnerState {
    /// Its number is in use where the number means it, or the system does not say.
    PRESENT,
    /// Positively gone.
    ABSENT,
    /// Its number means nothing here: another container or machine, or nobody knows which.
    ELSEWHERE
}
