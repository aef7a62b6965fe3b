package dev.belay.deletion.custody;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.ComputerProvider;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.DeletionRecord.Accepted;
import dev.belay.deletion.DeletionRecord.Blocked;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.DeletionStore;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Proof;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.Target;
import dev.belay.deletion.Transition;
import dev.belay.deletion.Witness;
import dev.belay.system.World;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Deletes computers: written down, sent, followed to proof, and only then forgotten.
///
/// - **Crash:** ask again with the same target; nothing is sent twice that is under way.
/// - **Threads:** any number. Call from platform threads: what is written is written on them.
/// - **Interrupt:** ends waiting early, as if the time were over; it disturbs nothing else.
/// - **Refuses:** as the store does; moreover over the budget, for a protected name, behind a STOP.
public final class Deletions {
    private final DeletionStore store;
    private final World world;
    private final Terms terms;
    private final Witness witness;
    private final Rounds rounds;

    /// One provider, and so one credential, from start to end.
    public Deletions(DeletionStore store, ComputerProvider provider, World world, Terms terms) {
        this.store = store;
        this.world = world;
        this.terms = terms;
        this.witness = new Witness(provider, world.clock());
        this.rounds = new Rounds(world, terms.events());
    }

    /// Deletes a computer, or goes on deleting it, and follows for `wait`.
    ///
    /// A DELETE is sent once for each call that finds nothing under way.
    public Ending request(Target target, Duration wait) throws IOException {
        Optional<DeletionRecord> known = store.find(target.id());
        if (known.isEmpty() || !(known.get().phase() instanceof Accepted)) {
            refuseProtected(target.id(), target.name());
            terms.brake().check();
        }
        Optional<Witness.Unclear> doubt = known.isEmpty() ? lookAtName(target) : Optional.empty();
        return switch (store.prepare(target, terms.budget())) {
            case Transition.Changed(DeletionRecord record) -> {
                terms.events().accept(new DeletionEvent.Recorded(record));
                yield doubt.isEmpty() ? send(record, wait) : unlearned(record, doubt.get());
            }
            case Transition.Unchanged(DeletionRecord record) ->
                    switch (record.phase()) {
                        case Accepted _, Blocked _ -> follow(record.id(), wait);
                        case Prepared _ -> sendAgain(record, wait);
                    };
        };
    }

    /// Deletes again what is remembered, deliberately; what is under way is only followed.
    public Ending retry(BoxId id, Duration wait) throws IOException {
        return request(remembered(id).target(), wait);
    }

    /// Follows one deletion for `wait`; at least once. Never sends a DELETE.
    public Ending follow(BoxId id, Duration wait) throws IOException {
        Ending ending = follow(List.of(id), wait).getFirst();
        if (ending instanceof Ending.Failed(BoxId _, IOException cause)) {
            throw cause;
        }
        return ending;
    }

    /// Follows some deletions side by side; one that fails does not stop the others.
    public List<Ending> follow(List<BoxId> ids, Duration wait) {
        return rounds.follow(ids.stream().map(id -> pursuit(id, witness)).toList(), wait);
    }

    /// Follows every deletion that is remembered.
    public List<Ending> followAll(Duration wait) throws IOException {
        return follow(store.snapshot().stream().map(DeletionRecord::id).toList(), wait);
    }

    /// Whether a computer of `owner` may be created.
    public Gate checkOwner(String owner) throws IOException {
        return check(
                store.snapshot().stream()
                        .filter(record -> record.target().owner().equals(Optional.of(owner)))
                        .toList());
    }

    /// Whether a computer may be created in place of `id`.
    public Gate check(BoxId id) throws IOException {
        return check(store.find(id).stream().toList());
    }

    /// Whether a provider with a new credential sees every computer in custody. Only if all are
    /// [Sight.Visible] may the new one take the place of the old.
    public List<Sight> verifyCredential(ComputerProvider candidate) throws IOException {
        return new CredentialCheck(store, new Witness(candidate, world.clock())).sights();
    }

    /// Releases a computer that was never there or is gone elsewhere, if its absence is proved.
    public Ending forget(BoxId id, String reason) throws IOException {
        DeletionRecord record = remembered(id);
        return switch (witness.read(id)) {
            case Witness.Gone(Proof.DirectAbsence proof) -> retire(id, proof, reason);
            case Witness.Alive(String name) ->
                    name.equals(record.target().name())
                            ? new Ending.Unlearned(record, "it is alive")
                            : new Ending.Stranger(record, name);
            case Witness.Unclear unclear -> unlearned(record, unclear);
        };
    }

    /// Releases a computer on an operator's word.
    public Ending resolve(BoxId id, String evidence) throws IOException {
        remembered(id);
        return retire(id, new Proof.Attested(id, evidence, world.clock().now()), "");
    }

    /// The record was there before this call: a crash, a lost answer, or a deliberate repetition.
    private Ending sendAgain(DeletionRecord record, Duration wait) throws IOException {
        return switch (witness.read(record.id())) {
            case Witness.Gone(Proof.DirectAbsence proof) -> absent(record, proof);
            case Witness.Alive(String name) ->
                    name.equals(record.target().name())
                            ? send(record, wait)
                            : new Ending.Stranger(record, name);
            case Witness.Unclear unclear -> unlearned(record, unclear);
        };
    }

    private Ending send(DeletionRecord record, Duration wait) throws IOException {
        terms.brake().check(); // A STOP that came while we waited for the lock counts too.
        terms.events().accept(new DeletionEvent.Sending(record.id()));
        return switch (witness.delete(record.id())) {
            case Witness.Gone(Proof.DirectAbsence proof) -> absent(record, proof);
            case Witness.Bound(Receipt receipt) -> bound(receipt, wait);
            case Witness.Unusable(String why) ->
                    switch (witness.read(record.id())) {
                        case Witness.Gone(Proof.DirectAbsence proof) -> absent(record, proof);
                        case Witness.Alive _, Witness.Unclear _ -> unlearned(record, why);
                    };
            case Witness.Denied denied -> denied(record, denied, wait);
            case Witness.Unclear unclear -> unlearned(record, unclear);
        };
    }

    private Ending bound(Receipt receipt, Duration wait) throws IOException {
        BoxId id = receipt.target();
        boolean blocked = receipt.status() == OperationStatus.BLOCKED;
        Optional<DeletionRecord> noted =
                note(() -> blocked ? store.block(id, receipt) : store.accept(id, receipt));
        return noted.isPresent() && blocked
                ? new Ending.Blocked(noted.get(), "the provider's operation is blocked")
                : follow(id, wait);
    }

    private Ending denied(DeletionRecord sent, Witness.Denied denied, Duration wait)
            throws IOException {
        Optional<DeletionRecord> noted = note(() -> store.refuse(sent));
        if (noted.isEmpty()) {
            return follow(sent.id(), wait); // Refused to us, since another process was accepted.
        }
        String words = "%d %s %s".formatted(denied.status(), denied.code(), denied.message());
        String why = "the provider refused: " + words.strip();
        return denied.isOfCredential()
                ? new Ending.Unauthorized(noted.get(), why)
                : new Ending.Blocked(noted.get(), why);
    }

    private interface Note {
        Transition.Kept write() throws IOException;
    }

    /// Notes what the answer to a DELETE says. Empty when another process moved the record on while
    /// the answer was on its way: then the answer is about the past.
    private Optional<DeletionRecord> note(Note note) throws IOException {
        try {
            DeletionRecord record = note.write().record();
            terms.events().accept(new DeletionEvent.Recorded(record));
            return Optional.of(record);
        } catch (Refusal refusal) {
            if (refusal.code() != ErrorCode.DELETION_OUT_OF_DATE) {
                throw refusal;
            }
            return Optional.empty();
        }
    }

    private Ending absent(DeletionRecord record, Proof.DirectAbsence proof) throws IOException {
        return switch (terms.proof()) {
            case EITHER -> retire(record.id(), proof, "");
            case OPERATION, BOTH ->
                    unlearned(
                            record, "it is absent, but the policy asks for a completed operation");
        };
    }

    private Ending retire(BoxId id, Proof proof, String reason) throws IOException {
        return switch (store.retire(id, proof, reason)) {
            case Transition.Removed(DeletionRecord record, Proof _) -> {
                terms.events().accept(new DeletionEvent.Retired(record, proof));
                yield new Ending.Gone(record, proof);
            }
            case Transition.Nothing _ -> new Ending.Vanished(id);
        };
    }

    private Ending unlearned(DeletionRecord record, String why) {
        terms.events().accept(new DeletionEvent.Unclear(record.id(), why));
        return new Ending.Unlearned(record, why);
    }

    private Ending unlearned(DeletionRecord record, Witness.Unclear unclear) {
        Ending unlearned = unlearned(record, unclear.why());
        return unclear.isOfCredential()
                ? new Ending.Unauthorized(record, unclear.why())
                : unlearned;
    }

    private Gate check(List<DeletionRecord> records) throws IOException {
        if (records.isEmpty()) {
            return new Gate.Free();
        }
        List<BoxId> ids = records.stream().map(DeletionRecord::id).toList();
        for (Ending ending : follow(ids, Duration.ZERO)) {
            if (ending instanceof Ending.Failed(BoxId _, IOException cause)) {
                throw cause;
            }
        }
        List<DeletionRecord> left =
                store.snapshot().stream().filter(record -> ids.contains(record.id())).toList();
        return left.isEmpty() ? new Gate.Finished(ids) : new Gate.Deleting(left);
    }

    /// Whoever gives another name does not get round the protection: the computer's own counts too.
    ///
    /// @return why its name is not known; empty when it may go
    private Optional<Witness.Unclear> lookAtName(Target target) throws IOException {
        if (terms.names().isEmpty()) {
            return Optional.empty();
        }
        switch (witness.read(target.id())) {
            case Witness.Alive(String name) -> refuseProtected(target.id(), name);
            case Witness.Gone _ -> {}
            case Witness.Unclear unclear -> {
                return Optional.of(unclear);
            }
        }
        return Optional.empty();
    }

    private void refuseProtected(BoxId id, String name) throws Refusal {
        Optional<String> rule = terms.names().covering(name);
        if (rule.isPresent()) {
            throw new Refusal(
                    ErrorCode.DELETION_PROTECTED,
                    id.value(),
                    "its name is protected by `" + rule.get() + "` in deletion.protected",
                    "take the entry out of the configuration to delete it");
        }
    }

    private DeletionRecord remembered(BoxId id) throws IOException {
        Optional<DeletionRecord> record = store.find(id);
        if (record.isEmpty()) {
            throw new Refusal(
                    ErrorCode.DELETION_NOT_FOUND,
                    id.value(),
                    "no deletion of it is remembered",
                    "`belay deletion list` shows what is");
        }
        return record.get();
    }

    private Pursuit pursuit(BoxId id, Witness by) {
        return new Pursuit(id, store, by, terms);
    }
}
