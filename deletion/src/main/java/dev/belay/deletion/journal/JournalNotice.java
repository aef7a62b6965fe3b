package dev.belay.deletion.journal;

/// Something about the journal that its operator should know, though what was asked for is done.
public sealed interface JournalNotice {
    /// The change stands; the lock could not be let go of as it should.
    ///
    /// @param why the middle of a sentence
    record LockNotReleased(String why) implements JournalNotice {}

    /// The change stands; the file system cannot make it survive a power cut.
    record NotDurable(String label) implements JournalNotice {}
}
