package dev.belay.core.lock.record;

import dev.belay.core.identity.ProcessIdentity;
import java.time.Instant;

/// What the owner of a lock, or a reaper of one, says of itself.
///
/// The format is on the page `docs/formats/link-lock-v1.md`.
///
/// @param token a version 4 UUID that names one acquisition; empty in a reaper's old form, which
///   holds a number alone
/// @param createdAtMillis epoch milliseconds, positive; 1 where it is not known
/// @param kernelLock whether the owner keeps the inode of this record locked
/// @param targetToken the token of the lock that a reaper removes; empty in a lock's own record
public record OwnerRecord(
        ProcessIdentity process,
        String token,
        long createdAtMillis,
        boolean kernelLock,
        String targetToken) {
    /// A number that Linux and macOS never give to a process.
    private static final long NOBODY = Integer.MAX_VALUE;

    public Instant since() {
        return Instant.ofEpochMilli(createdAtMillis);
    }

    /// What names this reaper in the file name of its successor.
    public String chainIdentity() {
        return token.isEmpty() ? "legacy:" + process.pid() : token;
    }

    OwnerRecord withKernelLock(boolean locked) {
        return new OwnerRecord(process, token, createdAtMillis, locked, targetToken);
    }

    /// The same reaper, but for everybody a dead one.
    public OwnerRecord ofNobody() {
        ProcessIdentity nobody =
                new ProcessIdentity(
                        NOBODY, process.start(), process.boot(), process.pidNamespace());
        return new OwnerRecord(nobody, token, createdAtMillis, kernelLock, targetToken);
    }
}
