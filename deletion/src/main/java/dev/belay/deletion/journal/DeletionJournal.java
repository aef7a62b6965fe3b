package dev.belay.deletion.journal;

import dev.belay.core.audit.AuditLog;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.json.JsonValue;
import dev.belay.core.lock.Held;
import dev.belay.core.lock.LinkLock;
import dev.belay.core.lock.LockName;
import dev.belay.core.lock.Release;
import dev.belay.core.log.GroupCommit;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.Budget;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.DeletionStore;
import dev.belay.deletion.Proof;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.Target;
import dev.belay.deletion.Transition;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The records of deletions in `box-delete-requests.json`, which the Node program shares.
///
/// All changes that wait at the same time share one lock, one line of the audit each, and one
/// replacement of the file, in the order in which they came.
///
/// - **Atomic:** readers see all changes of a group or none.
/// - **Durable:** a change that was returned survives a power cut, and so does the record that an
///   unchanged [#prepare] returned, whoever wrote it. The audit line of a release is durable before
///   the record goes.
/// - **Crash:** leaves the file as before or after a group, lines beside it that say what was about
///   to be, and files that the next owner of the lock removes.
/// - **Threads:** any number. Looking takes no lock and waits for no other process.
/// - **Interrupt:** has no effect; it stays set.
/// - **Refuses:** state that is unreadable, invalid, or too new; a directory that is not private.
public final class DeletionJournal implements DeletionStore, AutoCloseable {
    public static final LockName LOCK =
            new LockName("box-delete-requests.lock", "belay deletion unlock");

    private static final String LABEL = "deletion";

    /// As long as the seed waits.
    private static final Duration LOCK_WAIT_MAX = Duration.ofSeconds(2);

    /// More would make the first of a group wait for nothing.
    private static final int GROUP_MAX = 1024;

    private final World world;
    private final Path path;
    private final AuditLog audit;
    private final Consumer<JournalNotice> notices;
    private final GroupCommit<Change, Result> groups =
            new GroupCommit<>(GROUP_MAX, _ -> 1, this::commit);

    /// Guarded by this.
    private @Nullable Open open;

    /// @param path where the directory is, or will be made by the first change
    public DeletionJournal(
            World world, Path path, AuditLog audit, Consumer<JournalNotice> notices) {
        this.world = world;
        this.path = path;
        this.audit = audit;
        this.notices = notices;
    }

    /// What belongs to an open directory.
    private static final class Open {
        final Directory directory;
        final LinkLock lock;
        final JournalFile file;
        final PastOperations past;
        final Requests requests;

        /// Used by the owner of the lock only: what was looked through for blocked operations.
        @Nullable Contents noted;

        boolean cleaned;

        /// Whether its name, and those above it, are known to survive a power cut.
        boolean lasting;

        Open(World world, Directory directory) {
            this.directory = directory;
            this.lock = new LinkLock(world, directory, LOCK, LOCK_WAIT_MAX);
            this.file = new JournalFile(world, directory);
            this.past = new PastOperations(world, directory);
            this.requests = new Requests(world, directory);
        }
    }

    /// What one caller wants of a group.
    private record Change(BoxId id, Rule rule) {}

    private interface Rule {
        Transition decide(Batch batch) throws IOException;
    }

    private sealed interface Result {}

    private record Decided(Transition transition) implements Result {}

    private record Failed(IOException failure) implements Result {}

    @Override
    public Transition.Kept prepare(Target target, Budget budget) throws IOException {
        return kept(target.id(), batch -> batch.prepare(target, budget));
    }

    @Override
    public Transition.Kept accept(BoxId id, Receipt receipt) throws IOException {
        return kept(id, batch -> batch.accept(id, receipt));
    }

    @Override
    public Transition.Kept block(BoxId id) throws IOException {
        return kept(id, batch -> batch.block(id));
    }

    @Override
    public Transition.Kept refuse(DeletionRecord sent) throws IOException {
        return kept(sent.id(), batch -> batch.refuse(sent));
    }

    @Override
    public Transition.Kept block(BoxId id, Receipt receipt) throws IOException {
        return kept(id, batch -> batch.block(id, receipt));
    }

    @Override
    public Transition.Retirement retire(BoxId id, Proof proof, String reason) throws IOException {
        Transition transition = submit(new Change(id, batch -> batch.retire(id, proof, reason)));
        return (Transition.Retirement) transition;
    }

    @Override
    public Optional<DeletionRecord> find(BoxId id) throws IOException {
        return read(contents -> Optional.ofNullable(contents.find(id)).map(Entry::record))
                .flatMap(Function.identity());
    }

    @Override
    public List<DeletionRecord> snapshot() throws IOException {
        return read(Contents::records).orElse(List.of());
    }

    @Override
    public boolean hasPendingFor(String owner) throws IOException {
        Optional<String> wanted = Optional.of(owner);
        return read(contents ->
                        contents.entries().stream()
                                .anyMatch(it -> it.record().target().owner().equals(wanted)))
                .orElse(false);
    }

    /// The fields of a record that are not of this format and are kept; none without a record.
    public Map<String, JsonValue> foreignFields(BoxId id) throws IOException {
        return read(contents -> Optional.ofNullable(contents.find(id)).map(Entry::foreign))
                .flatMap(Function.identity())
                .orElse(Map.of());
    }

    /// Closes what is open; a later call opens it again.
    @Override
    public synchronized void close() {
        if (open != null) {
            open.file.close();
            open.directory.close();
            open = null;
        }
    }

    private Transition.Kept kept(BoxId id, Rule rule) throws IOException {
        return (Transition.Kept) submit(new Change(id, rule));
    }

    private Transition submit(Change change) throws IOException {
        return switch (groups.submit(change)) {
            case Decided(Transition.Refused(ErrorCode code, String found)) ->
                    throw new Refusal(code, change.id().value(), found, help(code));
            case Decided(Transition transition) -> transition;
            case Failed(IOException failure) -> throw failure;
        };
    }

    private static String help(ErrorCode code) {
        return switch (code) {
            case DELETION_OVER_BUDGET -> "wait, or raise deletion.maxPerHour or deletion.maxPerDay";
            case DELETION_FULL -> "`belay deletion list` shows what can be followed or released";
            case DELETION_MISMATCHED -> "nothing was changed; the provider's answer is at fault";
            case STATE_UNWRITABLE -> "set the clock of this machine";
            default -> "`belay deletion show` tells what is remembered of it";
        };
    }

    /// The work of one group. The lock is held for as long as the disk takes, and no longer.
    private List<Result> commit(List<Change> group) {
        try {
            Open at = openForChange();
            Held lock = at.lock.acquire();
            try {
                return commit(group, at, lock);
            } finally {
                notice(lock.release());
            }
        } catch (IOException failure) {
            return group.stream().<Result>map(_ -> new Failed(refusal(failure))).toList();
        }
    }

    private List<Result> commit(List<Change> group, Open at, Held lock) throws IOException {
        clean(at);
        Contents contents = at.file.load(lock);
        at.past.load(lock::assertOwned);
        at.requests.begin(lock::assertOwned);
        if (at.noted != contents) {
            contents.entries().forEach(entry -> at.past.note(entry.record()));
            at.noted = contents;
        }
        Draft draft = new Draft(contents, at.past);
        Batch batch = new Batch(draft, at.past, at.requests, world.clock().now());
        List<Result> results = new ArrayList<>(group.size());
        for (Change change : group) {
            results.add(decide(change, batch));
        }
        try {
            write(batch, draft, at, lock);
            return results;
        } catch (IOException failure) {
            at.noted = null;
            return withoutUnwritten(group, results, draft, refusal(failure));
        }
    }

    private static Result decide(Change change, Batch batch) {
        try {
            return new Decided(change.rule().decide(batch));
        } catch (IOException failure) {
            return new Failed(failure);
        }
    }

    private void write(Batch batch, Draft draft, Open at, Held lock) throws IOException {
        // Each of these is harmless without what follows it, and needed by what follows it.
        at.past.write(id -> draft.find(id).isPresent(), lock::assertOwned);
        if (!draft.isChanged()) {
            return;
        }
        at.requests.write(batch.now(), lock::assertOwned);
        if (!batch.releases().isEmpty()) {
            audit.append(batch.releases());
        }
        if (at.file.replace(draft, lock) == Durability.UNAVAILABLE) {
            notices.accept(new JournalNotice.NotDurable(LABEL));
        }
    }

    /// Nothing of a group that was not written is acknowledged, nor what was decided upon it.
    private static List<Result> withoutUnwritten(
            List<Change> group, List<Result> results, Draft draft, IOException failure) {
        List<Result> truth = new ArrayList<>(group.size());
        for (int i = 0; i < group.size(); i++) {
            boolean refused =
                    results.get(i) instanceof Failed
                            || results.get(i) instanceof Decided(Transition.Refused _);
            boolean stands = refused || !draft.isTouched(group.get(i).id());
            truth.add(stands ? results.get(i) : new Failed(failure));
        }
        return truth;
    }

    private void clean(Open at) {
        if (!at.cleaned) {
            try {
                at.file.removeLeftovers();
                at.past.removeLeftovers();
                at.requests.removeLeftovers();
                at.cleaned = true;
            } catch (DiskFault _) {
                // They harm nobody; the next change tries again.
            }
        }
    }

    private void notice(Release release) {
        switch (release) {
            case Release.Released _ -> {}
            case Release.LeftBehind(String why) ->
                    notices.accept(new JournalNotice.LockNotReleased(why));
            case Release.Lost(String why) -> notices.accept(new JournalNotice.LockNotReleased(why));
        }
    }

    private static Refusal refusal(IOException failure) {
        if (failure instanceof Refusal refusal) {
            return refusal;
        }
        String found =
                failure instanceof DiskFault fault
                        ? "%s failed: %s (%s)"
                                .formatted(
                                        fault.operation(), fault.errno().meaning(), fault.errno())
                        : "failed";
        return new Refusal(
                        ErrorCode.STATE_UNWRITABLE,
                        failure instanceof DiskFault fault ? fault.label() : LABEL,
                        "the change was not made durable: " + found,
                        "look with `belay deletion show`, then run the command again")
                .because(failure);
    }

    /// What the file says; empty where there is no directory yet.
    private <T> Optional<T> read(Function<Contents, T> question) throws IOException {
        Optional<Open> at = openForLooking();
        return at.isEmpty() ? Optional.empty() : Optional.of(at.get().file.read(question));
    }

    private synchronized Optional<Open> openForLooking() throws Refusal {
        if (open == null) {
            try {
                PrivateDirectory.open(world, path, LABEL)
                        .ifPresent(directory -> open = new Open(world, directory));
            } catch (DiskFault fault) {
                throw new Refusal(
                                ErrorCode.STATE_UNREADABLE,
                                LABEL,
                                "cannot be opened: %s (%s)"
                                        .formatted(fault.errno().meaning(), fault.errno()),
                                "check the owner and the permissions of the directory")
                        .because(fault);
            }
        }
        return Optional.ofNullable(open);
    }

    /// A look opens the directory as it finds it. Before a change its name must be durable too: the
    /// process that made it may have been killed before it was.
    private synchronized Open openForChange() throws IOException {
        Open known = open;
        if (known != null && known.lasting) {
            return known;
        }
        Directory directory = PrivateDirectory.create(world, path, LABEL);
        if (known == null) {
            known = new Open(world, directory);
            open = known;
        } else {
            try (directory) {
                DirectoryIdentity.of(known.directory).requireSame(directory);
            }
        }
        known.lasting = true;
        return known;
    }
}
