package dev.belay.core.lock;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.identity.Verdict.Dead;
import dev.belay.core.identity.Verdict.Live;
import dev.belay.core.identity.Verdict.Reused;
import dev.belay.core.identity.Verdict.Unknown;
import dev.belay.core.lock.record.InvalidRecord;
import dev.belay.system.Directory;

/// Why a lock was not taken, and what helps.
final class LockRefusals {
    private final Directory directory;
    private final LockName name;

    LockRefusals(Directory directory, LockName name) {
        this.directory = directory;
        this.name = name;
    }

    /// `state` is what stands in the lock's place while somebody else has it, or is about to.
    Refusal held(LockState state) {
        return switch (state) {
            case LockState.Owned owner -> owned(owner);
            case LockState.Damaged(String found) -> unreadable(found);
            case LockState.Free _ -> passing();
        };
    }

    /// Another reaper, of the number `pid`, may be about to remove the lock of a dead owner.
    Refusal reaped(LockState.Owned dead, long pid, String reason) {
        return new Refusal(
                ErrorCode.LOCK_HELD,
                label(),
                "%s, and process %d, which %s, may be removing it"
                        .formatted(owner(dead), pid, reason),
                "if process %d is gone for certain: %s".formatted(pid, name.withWord()));
    }

    Refusal unreadable(InvalidRecord invalid) {
        return unreadable(invalid.found()).because(invalid);
    }

    /// Not even the reaper chain can be grown any more.
    Refusal exhausted() {
        return new Refusal(
                ErrorCode.LOCK_UNAVAILABLE,
                label(),
                "its owner is gone, and so are all %d processes that began to remove it"
                        .formatted(ReaperChain.GENERATIONS_MAX),
                "stop every program that uses the directory, then remove the file by hand");
    }

    private Refusal owned(LockState.Owned owner) {
        String help =
                switch (owner.verdict()) {
                    case Live _ -> "wait until that process has finished, or end it";
                    case Dead _, Reused _ -> "run the command again";
                    case Unknown _ ->
                            "wait, or if that process is gone for certain: " + name.withWord();
                };
        return new Refusal(ErrorCode.LOCK_HELD, label(), owner(owner), help);
    }

    private Refusal unreadable(String found) {
        return new Refusal(
                ErrorCode.LOCK_UNREADABLE,
                label(),
                "%s, so that nobody knows who holds the lock; it was left as it is"
                        .formatted(found),
                "make sure that no other program uses the directory, then: " + name.withWord());
    }

    private Refusal passing() {
        return new Refusal(
                ErrorCode.LOCK_HELD,
                label(),
                "another Belay process or thread has just been taking or releasing it",
                "run the command again");
    }

    private static String owner(LockState.Owned owner) {
        return "held since %s by process %d, which %s"
                .formatted(owner.since(), owner.pid(), owner.verdict().reason());
    }

    private String label() {
        return directory.label(name.file());
    }
}
