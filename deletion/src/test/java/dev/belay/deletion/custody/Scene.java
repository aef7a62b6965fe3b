package dev.belay.deletion.custody;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.receipt;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.deletion.Budget;
import dev.belay.deletion.ComputerProvider.Accepted;
import dev.belay.deletion.DeletionRecord.Phase;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.journal.DeletionJournal;
import dev.belay.deletion.journal.Journals;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// One simulated host with a cloud that answers as a test tells it.
final class Scene {
    static final Brake OFF = () -> {};
    static final Brake ON =
            () -> {
                throw braked();
            };

    private final Cloud cloud = new Cloud();
    private final List<DeletionEvent> events = new ArrayList<>();
    private final SimHost host;
    private SimProcess process;
    private DeletionJournal journal;

    Scene() throws IOException {
        host = Journals.host();
        process = host.start("belay");
        journal = Journals.journal(process);
    }

    /// Kills the process and starts another on what it left.
    void restart() throws IOException {
        process.kill();
        process = host.start("belay");
        journal = Journals.journal(process);
    }

    Cloud cloud() {
        return cloud;
    }

    List<DeletionEvent> events() {
        return events;
    }

    SimHost host() {
        return host;
    }

    SimProcess process() {
        return process;
    }

    DeletionJournal journal() {
        return journal;
    }

    Deletions deletions(ProofPolicy policy) {
        return deletions(terms(policy, OFF));
    }

    Deletions deletions(Terms terms) {
        return new Deletions(journal, cloud, process.world(), terms);
    }

    Terms terms(ProofPolicy policy, Brake brake) {
        return new Terms(policy, Budget.UNLIMITED, ProtectedNames.NONE, brake, events::add);
    }

    Phase phase(int number) throws IOException {
        return journal.find(box(number)).orElseThrow().phase();
    }

    /// The word of the first computer's operation.
    static Accepted accepted(OperationStatus status) {
        return new Accepted(receipt(1, status));
    }

    static Refusal braked() {
        return new Refusal(ErrorCode.BRAKED, "STOP", "stands", "belay clear --all");
    }

    static Refusal refusal(ThrowingCallable call) {
        return catchThrowableOfType(Refusal.class, call);
    }
}
