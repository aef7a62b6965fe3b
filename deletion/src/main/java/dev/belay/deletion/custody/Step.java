package dev.belay.deletion.custody;

/// What following does next.
enum Step {
    /// Ask for the operation.
    ASK,
    /// Read the computer by its id.
    LOOK,
    /// Write down what the operation said.
    NOTE,
    /// Retire on the completed operation.
    RETIRE_COMPLETED,
    /// Retire on the direct absence.
    RETIRE_ABSENT,
    /// Retire on both.
    RETIRE_BOTH,
    /// This round is over without an end; time may bring one.
    REST,
    /// Only an operator can go on: the policy wants more than can ever be had.
    SHORT_OF_PROOF,
    /// Only an operator can go on: blocked.
    STUCK,
    /// Only an operator can go on: the provider refuses to answer us.
    BARRED,
    /// Only an operator can go on: the id has another name.
    STRANGER,
    /// Nothing is left to follow.
    VANISHED
}
