package dev.belay.staging.custody;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.identity.Identities;
import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.identity.Verdict;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.receipt.Owner;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.RecoveryOwner;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Processes;
import java.io.IOException;
import java.util.Optional;

/// Decides whether a recovery lock that is there may be used as it stands. The caller has the
/// kernel lock of the staging's directory.
final class LockJudge {
    private final Processes processes;
    private final Owners owners;
    private final Demand demand;

    LockJudge(Processes processes, Owners owners, Demand demand) {
        this.processes = processes;
        this.owners = owners;
        this.demand = demand;
    }

    /// Whose lock it is that may be used.
    enum Maker {
        BELAY,
        NODE
    }

    /// A lock that may be used as it stands.
    ///
    /// @param found what is known of it, as a clause
    record Judged(Maker maker, String found) {}

    /// Whether the lock in `staging` is of Belay, and nobody who made it is known to live.
    static boolean isLeftOver(Directory staging, Processes processes) throws DiskFault {
        try (Directory lock = staging.openDirectory(RecoveryOwner.DIRECTORY)) {
            Optional<BoundedFile> file =
                    BoundedFile.read(lock, RecoveryOwner.FILE, RecoveryOwner.BYTES_MAX);
            if (file.isEmpty()) {
                return false;
            }
            ProcessIdentity owner = RecoveryOwner.read(file.get().bytes()).process();
            return isOfBelay(owner) && new Identities(processes).judge(owner).isGone();
        } catch (Refusal | InvalidFormat _) {
            return false;
        }
    }

    /// Returns when the lock in `staging` is that of the dead.
    ///
    /// @param receipt of the staging, when there is one that counts: a recovery of the Node program
    ///   runs where the maker of the copy ran, or it would not have begun
    Judged require(Directory staging, Optional<Receipt> receipt) throws IOException {
        try (Directory lock = staging.openDirectory(RecoveryOwner.DIRECTORY)) {
            String where = lock.label(RecoveryOwner.FILE);
            Optional<BoundedFile> file =
                    BoundedFile.read(lock, RecoveryOwner.FILE, RecoveryOwner.BYTES_MAX);
            if (file.isEmpty()) {
                return unknown(where, "is missing, and something else is there");
            }
            try {
                return require(RecoveryOwner.read(file.get().bytes()).process(), where, receipt);
            } catch (InvalidFormat invalid) {
                return unknown(where, "is damaged: " + invalid.getMessage());
            }
        }
    }

    private Judged require(ProcessIdentity owner, String where, Optional<Receipt> receipt)
            throws Refusal {
        if (isOfBelay(owner)) {
            // Whoever made it had the kernel lock. What it could not end keeps the lock by name.
            Verdict verdict = new Identities(processes).judge(owner);
            if (verdict instanceof Verdict.Live && owner.pid() != processes.ownPid()) {
                throw held(where, owner, verdict.reason());
            }
            return new Judged(
                    Maker.BELAY,
                    "it is of Belay, whose process %d %s".formatted(owner.pid(), verdict.reason()));
        }
        if (demand == Demand.NONE) {
            throw held(where, owner, "is of the Node program, and is taken over only by name");
        }
        return switch (state(owner, receipt)) {
            case GONE ->
                    new Judged(
                            Maker.NODE,
                            "it is of process %d, which is gone".formatted(owner.pid()));
            case ALIVE -> throw held(where, owner, "is alive");
            case UNKNOWN ->
                    unknown(
                            where,
                            "names process %d, which cannot be judged from here"
                                    .formatted(owner.pid()));
        };
    }

    private enum State {
        GONE,
        ALIVE,
        UNKNOWN
    }

    private State state(ProcessIdentity owner, Optional<Receipt> receipt) {
        if (receipt.isEmpty()) {
            return switch (new Identities(processes).judge(owner)) {
                case Verdict.Dead _, Verdict.Reused _ -> State.GONE;
                case Verdict.Live _ -> State.ALIVE;
                case Verdict.Unknown _ ->
                        processes.presence(owner.pid()) == Processes.Presence.PRESENT
                                ? State.ALIVE
                                : State.UNKNOWN;
            };
        }
        Owner there = new Owner(owner.pid(), receipt.get().owner().knownDomain().orElse(null));
        return switch (owners.judge(there)) {
            case ABSENT -> State.GONE;
            case PRESENT -> State.ALIVE;
            case ELSEWHERE -> State.UNKNOWN;
        };
    }

    private Judged unknown(String where, String found) throws Refusal {
        if (demand == Demand.DISCARD) {
            return new Judged(Maker.NODE, "its record " + found);
        }
        throw new Refusal(
                ErrorCode.LOCK_UNREADABLE,
                where,
                found,
                "find out what wrote it; belay staging unlock removes the lock on your word");
    }

    private static boolean isOfBelay(ProcessIdentity owner) {
        return !owner.start().isEmpty()
                || !owner.boot().isEmpty()
                || !owner.pidNamespace().isEmpty();
    }

    private static Refusal held(String where, ProcessIdentity owner, String reason) {
        return new Refusal(
                ErrorCode.LOCK_HELD,
                where,
                "another recovery has it: process %d %s".formatted(owner.pid(), reason),
                "wait for it, or see what it does; if it is dead, belay staging recover with the id"
                        + " takes over");
    }
}
