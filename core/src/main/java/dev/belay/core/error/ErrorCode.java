package dev.belay.core.error;

/// Every way in which Belay refuses. Each has a page `docs/errors/BLY-nnnn.md`; numbers are never
/// reused.
public enum ErrorCode {
    /// A state file exists and cannot be read: no access, not a regular file, I/O error.
    STATE_UNREADABLE(1, ExitCode.DAMAGED),
    /// A state file was read and is not what its format says.
    STATE_INVALID(2, ExitCode.DAMAGED),
    /// A state file or the data root is of a newer format than this program knows.
    STATE_TOO_NEW(3, ExitCode.DAMAGED),
    /// State could not be written; nothing was changed, and no effect was started.
    STATE_UNWRITABLE(4, ExitCode.FAILED),
    /// A state file was replaced or changed while it was read or used.
    STATE_CHANGED(5, ExitCode.FAILED),
    /// A directory is not private: another owner, or open to group or others.
    DIRECTORY_NOT_PRIVATE(6, ExitCode.DAMAGED),
    /// The audit log is altered or cut off.
    AUDIT_BROKEN(7, ExitCode.DAMAGED),
    /// A state file is not private: another owner, open to group or others, or of several names
    /// where it is written in place.
    FILE_NOT_PRIVATE(8, ExitCode.DAMAGED),
    /// A lock is held by another process that is alive or cannot be judged.
    LOCK_HELD(10, ExitCode.HELD),
    /// A lock record cannot be read or is invalid, and so counts as held.
    LOCK_UNREADABLE(11, ExitCode.HELD),
    /// The lock protocol cannot work here (no hard links, no space for a candidate, I/O error).
    LOCK_UNAVAILABLE(12, ExitCode.FAILED),
    /// A lock that was held is no longer ours.
    LOCK_LOST(13, ExitCode.FAILED),
    /// An owner is alive, or nobody can tell that it is gone, so that its lock is not removed.
    OWNER_NOT_GONE(14, ExitCode.FAILED),
    /// A binding that was owned is no longer ours, and another may own it.
    OWNERSHIP_LOST(15, ExitCode.HELD),
    /// A STOP stands; nothing new begins until it is cleared.
    BRAKED(20, ExitCode.HELD),
    /// A STOP cannot be cleared, since another program changes it or died doing so.
    STOP_LOCKED(21, ExitCode.FAILED),
    /// A STOP stands that cannot take a further reason.
    STOP_UNVERIFIED(22, ExitCode.FAILED),
    /// An argument or a setting is wrong.
    USAGE(30, ExitCode.USAGE),
    /// The same computer is remembered with another name or owner.
    DELETION_CONFLICT(40, ExitCode.FAILED),
    /// The record is not in a state from which this transition starts.
    DELETION_OUT_OF_DATE(41, ExitCode.FAILED),
    /// A receipt is not for this computer, or not a receipt.
    DELETION_MISMATCHED(42, ExitCode.FAILED),
    /// The journal holds as many deletions as it may.
    DELETION_FULL(43, ExitCode.FAILED),
    /// The provider refused the deletion, or its operation is blocked.
    DELETION_REFUSED(44, ExitCode.FAILED),
    /// The name is protected by configuration.
    DELETION_PROTECTED(45, ExitCode.FAILED),
    /// More deletions were asked for than the budget allows.
    DELETION_OVER_BUDGET(46, ExitCode.FAILED),
    /// Nothing could be learned from the provider; the fence stays and the same command may be run
    /// again.
    DELETION_UNKNOWN(47, ExitCode.FAILED),
    /// The computer lives under another name than the one remembered.
    DELETION_WRONG_COMPUTER(48, ExitCode.FAILED),
    /// There is no record of this computer.
    DELETION_NOT_FOUND(49, ExitCode.FAILED),
    /// The wait was over before there was proof; the fence stays.
    DELETION_PENDING(50, ExitCode.PENDING),
    /// A new credential does not see every computer in custody.
    CREDENTIAL_REFUSED(51, ExitCode.FAILED),
    /// The provider refuses our credential for good.
    CREDENTIAL_INVALID(52, ExitCode.HELD),
    /// The record of a turn is there already; it is written once.
    TURN_EXISTS(70, ExitCode.FAILED),
    /// There is no binding of this name.
    BINDING_NOT_FOUND(71, ExitCode.FAILED),
    /// There is no part of an answer with this nonce that waits to be settled.
    DELIVERY_NOT_FOUND(72, ExitCode.FAILED),
    /// No file of a binding knows this message.
    MESSAGE_NOT_FOUND(73, ExitCode.FAILED),
    /// A network of chats refuses the bot for good.
    CHANNEL_REFUSED(80, ExitCode.HELD),
    /// A staging is not in a state from which this step starts.
    STAGING_OUT_OF_ORDER(90, ExitCode.FAILED),
    /// A staging is kept, since something may still need it or use it.
    STAGING_KEPT(91, ExitCode.FAILED),
    /// There is no staging with this id.
    STAGING_NOT_FOUND(92, ExitCode.FAILED),
    /// Git is not there, hangs, refuses, or answers in a form that is not the documented one.
    GIT_FAILED(100, ExitCode.FAILED),
    /// A working tree holds what no sealed copy can hold; nothing was copied.
    SOURCE_UNSUPPORTED(101, ExitCode.FAILED),
    /// A working tree changed while it was copied.
    SOURCE_CHANGED(102, ExitCode.FAILED),
    /// A copy would leave less space than is kept free.
    SPACE_SHORT(103, ExitCode.FAILED),
    /// Outputs of a command could not be brought to safety; its copy is kept.
    OUTPUTS_NOT_PRESERVED(104, ExitCode.FAILED),
    /// The world failed in a way that Belay has no better advice for.
    FAULT(60, ExitCode.FAILED),
    /// Belay itself is wrong.
    BUG(61, ExitCode.FAILED);

    private final int number;
    private final ExitCode exit;

    ErrorCode(int number, ExitCode exit) {
        this.number = number;
        this.exit = exit;
    }

    /// `BLY-` and four digits.
    public String id() {
        return "BLY-%04d".formatted(number);
    }

    public ExitCode exit() {
        return exit;
    }
}
