package dev.belay.core.lock;

import dev.belay.core.error.Refusal;
import dev.belay.core.identity.Identities;
import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.identity.Verdict;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.lock.Gate.Passage;
import dev.belay.core.lock.ReaperChain.Authority;
import dev.belay.core.lock.ReaperChain.Claim;
import dev.belay.core.lock.record.Candidate;
import dev.belay.core.lock.record.FoundRecord;
import dev.belay.core.lock.record.InvalidRecord;
import dev.belay.core.lock.record.OwnerRecord;
import dev.belay.core.lock.record.OwnerRecordFormat;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/// A lock between processes, which the Node program takes too: a complete owner record that gets
/// the lock's name by a hard link. `docs/protocols/link-lock.md` gives the reason of each step.
///
/// - **Atomic:** at most one live process holds the lock. Belay processes find each other through
///   the kernel wherever they run; beside Node processes this holds in one PID namespace.
/// - **Durable:** nothing needs to be; a record is whole before it can be found.
/// - **Crash:** the kernel drops a dead owner's lock; the next process removes its files.
/// - **Threads:** any number; they take turns in the order in which they came.
/// - **Interrupt:** neither ends a wait nor drops the lock; it stays set.
/// - **Refuses:** a live owner, one that nobody can judge, and what is no owner record. Nothing is
///   decided by age.
public final class LinkLock {
    /// How long a process is left alone whose record has no kernel lock to wait on.
    private static final Duration POLL = Duration.ofMillis(20);

    /// Far more than there are polls in any wait: each further attempt takes another's death.
    private static final int ATTEMPTS_MAX = 1_000_000;

    private final World world;
    private final Directory directory;
    private final LockName name;
    private final Duration waitMax;
    private final Identities identities;
    private final ReaperChain chain;
    private final Leftovers leftovers;
    private final LockRefusals refusals;
    private final Gate gate;

    // Both guarded by the gate.
    private Optional<ProcessIdentity> self = Optional.empty();
    private boolean cleaningDue = true;

    /// @param directory stays open for as long as the lock is used
    /// @param waitMax how long one call waits in all, whatever for
    public LinkLock(World world, Directory directory, LockName name, Duration waitMax) {
        this.world = world;
        this.directory = directory;
        this.name = name;
        this.waitMax = waitMax;
        this.identities = new Identities(world.processes());
        this.chain = new ReaperChain(directory, name, identities);
        this.leftovers = new Leftovers(directory, name, identities);
        this.refusals = new LockRefusals(directory, name);
        this.gate = new Gate(directory);
    }

    /// Takes the lock, waiting for its owner at most as long as was given. Not reentrant.
    ///
    /// @throws Refusal `LOCK_HELD`, `LOCK_UNREADABLE`, or `LOCK_UNAVAILABLE`; nothing was taken
    public Held acquire() throws Refusal {
        Deadline deadline = Deadline.in(world.clock(), waitMax);
        Passage passage = pass(deadline);
        boolean won = false;
        try {
            Candidate record = contend(passage, deadline);
            won = true;
            return new Held(directory, name, record, passage::close);
        } finally {
            if (!won) {
                passage.close();
            }
        }
    }

    /// Who holds the lock, and what is left beside it. Takes no lock and writes nothing.
    ///
    /// @throws DiskFault when the directory cannot be read
    public LockReport inspect() throws DiskFault {
        return new LockReport(state(), leftovers.list());
    }

    /// Removes the lock of an owner that is gone: one that positively is, or by the operator's word
    /// one that nobody can judge, and then what is no owner record too. Never that of a live owner.
    ///
    /// @param before called once the decision stands and before anything is removed
    /// @throws Refusal as [#acquire], when the owner is not known to be gone
    public Removal remove(OperatorWord word, BeforeRemoval before) throws IOException {
        Deadline deadline = Deadline.in(world.clock(), waitMax);
        try (Passage passage = pass(deadline)) {
            Optional<FoundRecord> opened;
            try {
                opened = open();
            } catch (InvalidRecord damaged) {
                return setAside(damaged, word, before);
            }
            if (opened.isEmpty()) {
                return new Removal.Nothing();
            }
            try (FoundRecord found = opened.get()) {
                return remove(found, new Reaping(passage.exclusive(), covers(word)), before);
            }
        }
    }

    /// How a lock may be reaped.
    ///
    /// @param exclusive whether no other Belay process does so meanwhile
    /// @param isGone which verdicts release what they are about
    private record Reaping(boolean exclusive, Predicate<Verdict> isGone) {}

    private Passage pass(Deadline deadline) throws Refusal {
        Optional<Passage> passage = gate.pass(deadline);
        if (passage.isEmpty()) {
            throw refusals.held(state());
        }
        return passage.get();
    }

    /// Publishes a record of ours under the lock's name.
    private Candidate contend(Passage passage, Deadline deadline) throws Refusal {
        OwnerRecord owner = ownRecord("");
        String file = name.file() + ".candidate-" + owner.process().pid() + "-" + owner.token();
        Candidate record = Candidate.create(directory, file, owner);
        boolean won = false;
        try {
            publish(record, new Reaping(passage.exclusive(), Verdict::isGone), deadline);
            won = true;
        } finally {
            record.dropName();
            if (!won) {
                record.close();
            }
        }
        clean(record.owner(), passage.exclusive());
        return record;
    }

    private void publish(Candidate record, Reaping reaping, Deadline deadline) throws Refusal {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            if (record.publish(name.file())) {
                return;
            }
            Optional<Refusal> obstacle = clear(reaping, deadline);
            if (obstacle.isPresent()) {
                if (deadline.isOver()) {
                    throw obstacle.get();
                }
                pause(deadline);
            }
        }
        throw refusals.held(state());
    }

    /// Removes the lock of a dead owner. Empty when another attempt is worth making at once.
    private Optional<Refusal> clear(Reaping reaping, Deadline deadline) throws Refusal {
        Optional<FoundRecord> opened;
        try {
            opened = open();
        } catch (InvalidRecord invalid) {
            throw refusals.unreadable(invalid);
        }
        if (opened.isEmpty()) {
            return Optional.empty();
        }
        try (FoundRecord found = opened.get()) {
            Verdict verdict = found.judge(identities);
            if (!verdict.isGone()) {
                if (!found.awaitOwner(deadline.remaining())) {
                    return Optional.of(refusals.held(state(found, verdict)));
                }
                // Most likely it has let go, and the name is gone or another's.
                if (!found.isNamed(directory, name.file())) {
                    return Optional.empty();
                }
                verdict = found.judge(identities);
            }
            return reap(found, verdict, reaping);
        } catch (DiskFault fault) {
            throw Candidate.unavailable(label(), fault);
        }
    }

    /// Removes the lock that `found` was read from. Empty when it is gone.
    private Optional<Refusal> reap(FoundRecord found, Verdict verdict, Reaping reaping)
            throws Refusal {
        Claim claim = chain.claim(ownRecord(found.owner().token()), reaping.isGone());
        return switch (claim) {
            case Claim.Granted(Authority authority) -> {
                try (Candidate _ = authority.reaper()) {
                    yield reapUnder(authority, found, reaping);
                }
            }
            case Claim.Taken(long pid, Verdict other) ->
                    Optional.of(refusals.reaped(state(found, verdict), pid, other.reason()));
            case Claim.Exhausted _ -> {
                // No Node process can claim it any more either, so that the gate is enough.
                if (!reaping.exclusive()) {
                    throw refusals.exhausted();
                }
                yield unlinkDead(found, reaping);
            }
        };
    }

    /// The claim stays if the lock is gone after: its token is over. Else others must get past it.
    private Optional<Refusal> reapUnder(Authority authority, FoundRecord found, Reaping reaping)
            throws Refusal {
        boolean over = false;
        try {
            Optional<Refusal> obstacle = unlinkDead(found, reaping);
            over = obstacle.isEmpty();
            return obstacle;
        } finally {
            if (!over) {
                chain.abdicate(authority);
            }
        }
    }

    private Optional<Refusal> unlinkDead(FoundRecord found, Reaping reaping) throws Refusal {
        try {
            // Since it was read another may have removed it, and a third taken the name.
            if (!found.isNamed(directory, name.file())) {
                return Optional.empty();
            }
            // A number may have come to life since; the Node program looks again too.
            Verdict verdict = found.judge(identities);
            if (!reaping.isGone().test(verdict)) {
                return Optional.of(refusals.held(state(found, verdict)));
            }
            directory.unlink(name.file());
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT) {
                throw Candidate.unavailable(label(), fault);
            }
        }
        cleaningDue = true;
        return Optional.empty();
    }

    private Removal remove(FoundRecord found, Reaping reaping, BeforeRemoval before)
            throws IOException {
        Verdict verdict = found.judge(identities);
        LockState.Owned owner = state(found, verdict);
        if (!reaping.isGone().test(verdict)) {
            throw refusals.held(owner);
        }
        before.audit(owner);
        Optional<Refusal> obstacle = reap(found, verdict, reaping);
        if (obstacle.isPresent()) {
            throw obstacle.get();
        }
        return new Removal.Removed(owner);
    }

    /// Moves away what is no owner record, and looks at what was moved: a name can change hands
    /// between the look and the rename.
    private Removal setAside(InvalidRecord damage, OperatorWord word, BeforeRemoval before)
            throws IOException {
        if (!(word instanceof OperatorWord.OwnerIsGone)) {
            throw refusals.unreadable(damage);
        }
        LockState.Damaged damaged = new LockState.Damaged(damage.found());
        Optional<FileStatus> seen = directory.status(name.file());
        if (seen.isEmpty()) {
            return new Removal.Nothing();
        }
        before.audit(damaged);
        String aside = name.file() + ".damaged-" + world.randomness().uuid();
        directory.rename(name.file(), directory, aside);
        if (directory.status(aside).filter(seen.get()::isSameFile).isEmpty()) {
            directory.renameNoReplace(aside, directory, name.file());
            throw refusals.held(state());
        }
        return new Removal.SetAside(damaged, aside);
    }

    private static Predicate<Verdict> covers(OperatorWord word) {
        return switch (word) {
            case OperatorWord.None _ -> Verdict::isGone;
            case OperatorWord.OwnerIsGone _ -> verdict -> !(verdict instanceof Verdict.Live);
        };
    }

    /// On the first acquisition, for what others left, and after a reap. What cannot be removed now
    /// harms nobody, is shown by [#inspect], and is tried again.
    private void clean(OwnerRecord owner, boolean exclusive) {
        if (!cleaningDue) {
            return;
        }
        try {
            leftovers.clean(owner, exclusive);
            cleaningDue = false;
        } catch (DiskFault _) {
            cleaningDue = true;
        }
    }

    private LockState state() {
        try {
            Optional<FoundRecord> opened = open();
            if (opened.isEmpty()) {
                return new LockState.Free();
            }
            try (FoundRecord found = opened.get()) {
                return state(found, found.judge(identities));
            }
        } catch (InvalidRecord invalid) {
            return new LockState.Damaged(invalid.found());
        } catch (DiskFault fault) {
            return new LockState.Damaged("cannot be judged: " + fault.errno().meaning());
        }
    }

    private static LockState.Owned state(FoundRecord found, Verdict verdict) {
        OwnerRecord owner = found.owner();
        return new LockState.Owned(
                owner.process().pid(), owner.since(), owner.kernelLock(), verdict);
    }

    private Optional<FoundRecord> open() throws InvalidRecord {
        return FoundRecord.open(directory, name.file(), OwnerRecordFormat::parse);
    }

    private OwnerRecord ownRecord(String targetToken) {
        if (self.isEmpty()) {
            self = Optional.of(identities.own());
        }
        long now = world.clock().now().toEpochMilli();
        // A clock that was never set must not make a record that no reader takes.
        long createdAt = Math.clamp(now, 1, JsonNumber.SAFE_INTEGER_MAX);
        String token = world.randomness().uuid().toString();
        return new OwnerRecord(self.get(), token, createdAt, true, targetToken);
    }

    /// An interrupt would make each pause return at once, and the wait a spin.
    private void pause(Deadline deadline) {
        boolean interrupted = Thread.interrupted();
        Duration left = deadline.remaining();
        world.waiting().pause(left.compareTo(POLL) < 0 ? left : POLL);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private String label() {
        return directory.label(name.file());
    }
}
