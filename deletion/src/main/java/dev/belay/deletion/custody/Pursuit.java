package dev.belay.deletion.custody;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.DeletionRecord.Accepted;
import dev.belay.deletion.DeletionRecord.Blocked;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.DeletionStore;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Proof;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.Transition;
import dev.belay.deletion.Witness;
import dev.belay.deletion.Witness.Alive;
import dev.belay.deletion.Witness.Bound;
import dev.belay.deletion.Witness.Gone;
import dev.belay.deletion.Witness.Unclear;
import dev.belay.deletion.custody.Following.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rounds of following one deletion: carries out what [Following] decides.
///
/// A round is split where threads change: [#settle] works on the store, the questions of [Asking]
/// on the network, in turn until the round is over.
///
/// - **Crash:** follow again; everything that was learned is in the record.
/// - **Threads:** one at a time, with a hand-over between them.
final class Pursuit {
    /// Each step moves a round on unless other processes work on the same record; more is a circle.
    private static final int STEPS_MAX = 32;

    private final BoxId id;
    private final DeletionStore store;
    private final Witness witness;
    private final Terms terms;

    // What this round learned; null for what it did not ask.
    private Witness.@Nullable Progress progress;
    private Witness.@Nullable Sighting sighting;
    private int steps;

    Pursuit(BoxId id, DeletionStore store, Witness witness, Terms terms) {
        this.id = id;
        this.store = store;
        this.witness = witness;
        this.terms = terms;
    }

    BoxId id() {
        return id;
    }

    /// Where a round stands.
    sealed interface Round {}

    /// A question to the provider is due; then [#settle] again.
    record Asking(Runnable question) implements Round {}

    /// There is nothing more to follow.
    record Ended(Ending ending) implements Round {}

    /// Time may bring more.
    ///
    /// @param ending where it ends if there is no more time
    /// @param retryAfter what the provider asked for
    record Resting(Ending ending, Optional<Duration> retryAfter) implements Round {}

    /// Begins a round: what the last one learned is forgotten.
    void begin() {
        progress = null;
        sighting = null;
        steps = 0;
    }

    /// Carries out the steps on the store up to a question or the end of the round.
    Round settle() throws IOException {
        while (steps < STEPS_MAX) {
            steps++;
            Optional<DeletionRecord> record = store.find(id);
            Step step = Following.next(facts(record));
            if (record.isEmpty()) {
                return new Ended(new Ending.Vanished(id));
            }
            if (step != Step.NOTE) {
                return carryOut(step, record.get());
            }
            note(((Bound) answered(progress)).receipt());
        }
        throw new IllegalStateException("following " + id + " does not settle");
    }

    private Round carryOut(Step step, DeletionRecord record) throws IOException {
        return switch (step) {
            case ASK -> new Asking(() -> ask(record.operation().orElseThrow()));
            case LOOK -> new Asking(this::look);
            case RETIRE_COMPLETED -> retire(record.completion().orElseThrow());
            case RETIRE_ABSENT -> retire(absence());
            case RETIRE_BOTH ->
                    retire(new Proof.Both(record.completion().orElseThrow(), absence()));
            case REST -> new Resting(unfinished(record), retryAfter());
            case SHORT_OF_PROOF ->
                    new Ended(
                            new Ending.Unlearned(
                                    record,
                                    "it is absent, but the policy asks for a completed operation"));
            case STUCK ->
                    new Ended(new Ending.Blocked(record, "the provider does not carry it out"));
            case BARRED -> new Ended(barred(record));
            case STRANGER ->
                    new Ended(new Ending.Stranger(record, ((Alive) answered(sighting)).name()));
            case NOTE, VANISHED -> throw new IllegalStateException("settled before");
        };
    }

    private Facts facts(Optional<DeletionRecord> record) {
        Facts.Wanted wanted =
                switch (terms.proof()) {
                    case EITHER -> new Facts.Either();
                    case OPERATION -> new Facts.Operation();
                    case BOTH -> new Facts.Both();
                };
        return record.map(it -> new Facts(remembered(it), asked(it), looked(it), wanted))
                .orElseGet(() ->
                        new Facts(
                                new Facts.Nothing(),
                                new Facts.NotYet(),
                                new Facts.NotYet(),
                                wanted));
    }

    private static Facts.Remembered remembered(DeletionRecord record) {
        return switch (record.phase()) {
            case Prepared _ -> new Facts.Intended();
            case Blocked _ -> new Facts.Stuck();
            case Accepted(OperationId _, OperationStatus status) ->
                    status == OperationStatus.COMPLETED ? new Facts.Done() : new Facts.Underway();
        };
    }

    private Facts.Asked asked(DeletionRecord record) {
        return switch (progress) {
            case null -> new Facts.NotYet();
            case Unclear unclear -> unclear.refused() ? new Facts.Barred() : new Facts.Silence();
            case Bound(Receipt receipt) ->
                    switch (record.phase()) {
                        case Accepted(OperationId operation, OperationStatus status)
                                when operation.equals(receipt.operation()) ->
                                receipt.status().compareTo(status) > 0
                                        ? new Facts.News()
                                        : new Facts.NoNews();
                        // Another process moved the record; the answer is about the past.
                        case Accepted _, Prepared _, Blocked _ -> new Facts.NotYet();
                    };
        };
    }

    private Facts.Looked looked(DeletionRecord record) {
        return switch (sighting) {
            case null -> new Facts.NotYet();
            case Gone _ -> new Facts.Absent();
            case Alive(String name) ->
                    name.equals(record.target().name()) ? new Facts.Same() : new Facts.Other();
            case Unclear unclear -> unclear.refused() ? new Facts.Barred() : new Facts.Silence();
        };
    }

    private void ask(OperationId operation) {
        progress = witness.operation(operation, id);
        if (progress instanceof Unclear(String why, int _, Optional<Duration> _)) {
            terms.events().accept(new DeletionEvent.Unclear(id, why));
        }
    }

    private void look() {
        sighting = witness.read(id);
        if (sighting instanceof Unclear(String why, int _, Optional<Duration> _)) {
            terms.events().accept(new DeletionEvent.Unclear(id, why));
        }
    }

    private void note(Receipt receipt) throws IOException {
        try {
            Transition.Kept kept =
                    receipt.status() == OperationStatus.BLOCKED
                            ? store.block(id, receipt)
                            : store.accept(id, receipt);
            if (kept instanceof Transition.Changed(DeletionRecord record)) {
                terms.events().accept(new DeletionEvent.Recorded(record));
            }
        } catch (Refusal refusal) {
            // Another process moved the record between our look and our change: look again.
            if (refusal.code() != ErrorCode.DELETION_OUT_OF_DATE) {
                throw refusal;
            }
        }
    }

    private Round retire(Proof proof) throws IOException {
        return switch (store.retire(id, proof, "")) {
            case Transition.Removed(DeletionRecord record, Proof _) -> {
                terms.events().accept(new DeletionEvent.Retired(record, proof));
                yield new Ended(new Ending.Gone(record, proof));
            }
            case Transition.Nothing _ -> new Ended(new Ending.Vanished(id));
        };
    }

    private Proof.DirectAbsence absence() {
        return ((Gone) answered(sighting)).proof();
    }

    private Ending unfinished(DeletionRecord record) {
        return switch (record.phase()) {
            case Accepted _ -> new Ending.Pending(record);
            case Prepared _, Blocked _ ->
                    new Ending.Unlearned(
                            record,
                            sighting instanceof Alive
                                    ? "it is alive; whether its deletion was asked for is unknown"
                                    : why());
        };
    }

    private Ending barred(DeletionRecord record) {
        boolean isOfCredential =
                (sighting instanceof Unclear look && look.isOfCredential())
                        || (progress instanceof Unclear answer && answer.isOfCredential());
        return isOfCredential
                ? new Ending.Unauthorized(record, why())
                : new Ending.Unlearned(record, why());
    }

    private String why() {
        if (sighting instanceof Unclear unclear) {
            return unclear.why();
        }
        return progress instanceof Unclear unclear ? unclear.why() : "nothing was learned";
    }

    private Optional<Duration> retryAfter() {
        Optional<Duration> first =
                progress instanceof Unclear unclear ? unclear.retryAfter() : Optional.empty();
        Optional<Duration> second =
                sighting instanceof Unclear unclear ? unclear.retryAfter() : Optional.empty();
        return first.isPresent() && second.isPresent() && first.get().compareTo(second.get()) > 0
                ? first
                : second.or(() -> first);
    }

    /// The switch that decided had an answer before it.
    private static <T> T answered(@Nullable T answer) {
        if (answer == null) {
            throw new IllegalStateException("decided without having asked");
        }
        return answer;
    }
}
