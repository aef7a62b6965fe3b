package dev.belay.staging.discovery;

/// Where a staging stands, why, and what would release it.
public enum Standing {
    UNKNOWN(
            Status.PROTECTED,
            "its receipt is missing, damaged, or for another directory",
            "look at it; belay staging discard ends it on your word"),
    UNRECORDED(
            Status.PROTECTED,
            "it was made where none can be recorded, and its owner is gone",
            "look at it; belay staging discard ends it on your word"),
    RECOVERED_BY_ANOTHER(
            Status.PROTECTED,
            "a recovery is at work in it, or was cut off",
            "wait for it; if it is dead, belay staging recover takes over"),
    IDLE_MIRROR(
            Status.PROTECTED,
            "it is kept warm for the next run",
            "nothing is wrong; belay staging mirrors --evict removes it"),
    ELSEWHERE(
            Status.PROTECTED,
            "its owner ran in another container or on another machine, or is not known",
            "run this where it was made; belay staging discard ends it on your word"),
    ACTIVE(Status.ACTIVE, "its owner is alive, or cannot be judged", "wait for its owner to end"),
    WORKTREE(
            Status.PROTECTED,
            "Git made it, and hooks and filters may have run",
            "save what is in it, then git worktree remove"),
    INCOMPLETE(
            Status.PROTECTED,
            "it was never sealed, or may not survive a power cut",
            "belay staging discard ends it on your word"),
    WRITERS_UNSETTLED(
            Status.PROTECTED,
            "its command is not known to have ended",
            "belay staging settle, once nothing runs in it"),
    HELD_FOR_WRITERS(
            Status.PROTECTED,
            "something may still write there, or Git may know of it",
            "end what runs in it; belay staging discard ends it on your word"),
    HELD(
            Status.PROTECTED,
            "a lease may refer to it, or its outputs are not in safety",
            "belay staging recover preserves them and tries again"),
    INCONSISTENT(
            Status.PROTECTED,
            "its receipt contradicts itself",
            "look at it; belay staging discard ends it on your word"),
    NO_CLAIMS(
            Status.PROTECTED,
            "nobody knows where claims on it would be",
            "belay staging rescue or discard"),
    NO_WITNESS(
            Status.PROTECTED,
            "no Git ref is recorded that holds its source",
            "belay staging recover with --witness-repo and --witness-ref, or rescue"),
    CUT_OFF(
            Status.CANDIDATE,
            "its maker was cut off removing it",
            "belay staging recover ends that"),
    CANDIDATE(
            Status.CANDIDATE,
            "its owner is gone, and it may be proved to be held elsewhere",
            "belay staging recover");

    /// The words of the Node program.
    public enum Status {
        ACTIVE,
        PROTECTED,
        CANDIDATE
    }

    private final Status status;
    private final String reason;
    private final String remedy;

    Standing(Status status, String reason, String remedy) {
        this.status = status;
        this.reason = reason;
        this.remedy = remedy;
    }

    public Status status() {
        return status;
    }

    /// A clause without a full stop.
    public String reason() {
        return reason;
    }

    /// What a person may do.
    public String remedy() {
        return remedy;
    }
}
