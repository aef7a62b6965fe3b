package dev.belay.deletion.custody;

/// What one round of following knows when it decides.
record Facts(Remembered remembered, Asked asked, Looked looked, Wanted wanted) {

    /// What the store says now.
    sealed interface Remembered {}

    /// There is no record.
    record Nothing() implements Remembered {}

    /// Prepared: whether DELETE arrived is unknown.
    record Intended() implements Remembered {}

    /// Accepted, and not completed.
    record Underway() implements Remembered {}

    /// Accepted and completed.
    record Done() implements Remembered {}

    /// Blocked.
    record Stuck() implements Remembered {}

    /// What the operation's answer of this round says beside what is remembered.
    sealed interface Asked {}

    /// A receipt that moves the record.
    record News() implements Asked {}

    /// A receipt that says what is remembered already.
    record NoNews() implements Asked {}

    /// What the direct read of this round says.
    sealed interface Looked {}

    record Absent() implements Looked {}

    /// Alive under the remembered name.
    record Same() implements Looked {}

    /// Alive under another name.
    record Other() implements Looked {}

    /// Not tried in this round.
    record NotYet() implements Asked, Looked {}

    /// Tried, and nothing was learned.
    record Silence() implements Asked, Looked {}

    /// Tried, and the provider refused to answer us.
    record Barred() implements Asked, Looked {}

    /// Which proof is enough: [ProofPolicy], to be matched.
    sealed interface Wanted {}

    record Either() implements Wanted {}

    record Operation() implements Wanted {}

    record Both() implements Wanted {}
}
