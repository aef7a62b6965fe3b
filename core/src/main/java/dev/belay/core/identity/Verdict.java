package dev.belay.core.identity;

/// What is known of a process that a record names. Only [Dead] and [Reused] ever release anything.
public sealed interface Verdict {
    /// The middle of a sentence that begins with the process, for example `is alive`.
    String reason();

    /// It is alive, and positively the one that is named.
    record Live(String reason) implements Verdict {}

    /// It is gone.
    record Dead(String reason) implements Verdict {}

    /// Its number is taken by a process that positively is another, so it is gone too.
    record Reused(String reason) implements Verdict {}

    /// Neither can be shown.
    record Unknown(String reason) implements Verdict {}

    /// Whether the process is positively gone.
    default boolean isGone() {
        return switch (this) {
            case Dead _, Reused _ -> true;
            case Live _, Unknown _ -> false;
        };
    }
}
