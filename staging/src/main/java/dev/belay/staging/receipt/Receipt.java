package dev.belay.staging.receipt;

import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All that is written down of a staging beside its content.
///
/// @param isDurable whether every write so far survives a power cut; once false, false for good
/// @param mirror null for a staging that is no mirror
public record Receipt(
        StagingId id,
        Owner owner,
        Origin repository,
        Kind kind,
        Place place,
        boolean isDurable,
        Progress progress,
        Evidence evidence,
        @Nullable MirrorUse mirror) {
    /// How the copy was made.
    public enum Kind {
        /// Belay's own way: the files were copied.
        CAPSULE,
        /// By `git worktree add`, which runs hooks and filters. Only read, never written.
        WORKTREE
    }

    public Optional<MirrorUse> knownMirror() {
        return Optional.ofNullable(mirror);
    }

    /// Whether it is a mirror that its last owner handed over for the next one to use.
    public boolean isIdleMirror() {
        boolean isUnused = progress.users() == Users.NONE && progress.state() == State.PREPARED;
        boolean isUsed = progress.users() == Users.SETTLED && progress.state() == State.PRESERVED;
        return mirror != null
                && mirror.isIdle()
                && isDurable
                && evidence.manifest() != null
                && progress.hold() == null
                && (isUnused || isUsed);
    }

    public Receipt withProgress(Progress next) {
        return new Receipt(id, owner, repository, kind, place, isDurable, next, evidence, mirror);
    }

    public Receipt withEvidence(Evidence next) {
        return new Receipt(id, owner, repository, kind, place, isDurable, progress, next, mirror);
    }

    /// Of the same staging in the hands of another owner, as if nothing had happened in it yet.
    public Receipt takenOver(Owner next, Origin from, MirrorUse use) {
        Progress first = new Progress(Users.NONE, State.PREPARING, null);
        return new Receipt(id, next, from, kind, place, isDurable, first, Evidence.NONE, use);
    }

    public Receipt withMirror(MirrorUse use) {
        return new Receipt(id, owner, repository, kind, place, isDurable, progress, evidence, use);
    }

    /// This receipt once a write of it was not made durable: it never authorizes a removal again.
    public Receipt notDurable() {
        return new Receipt(id, owner, repository, kind, place, false, progress, evidence, mirror);
    }
}
