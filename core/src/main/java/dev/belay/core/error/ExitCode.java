package dev.belay.core.error;

/// Every exit code that `belay` has. Scripts and supervisors depend on the numbers.
public enum ExitCode {
    OK(0),
    /// The operation failed: conflict, out of date, mismatched, full, refused by the provider.
    FAILED(1),
    /// The command line or a setting is wrong; nothing was done.
    USAGE(2),
    /// Held by another owner, braked, or refused for good: a supervisor must not retry.
    HELD(3),
    /// Still pending when the wait was over; custody goes on.
    PENDING(4),
    /// State is unreadable or invalid and needs an operator; it was left as it is.
    DAMAGED(5);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
