package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.target;
import static dev.belay.deletion.journal.Journals.journal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.deletion.Budget;
import dev.belay.deletion.DeletionRecord;
import dev.belay.sim.SimProcess;
import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Gate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/// Looking while another thread of the same process changes the journal.
class LookTest {
    @Test
    void a_look_at_what_we_are_writing_is_answered_without_reading_the_file() throws Exception {
        SimProcess process = Journals.host().start("belay");
        DeletionJournal journal = journal(process);
        journal.prepare(target(1), Budget.UNLIMITED);
        FutureTask<Optional<DeletionRecord>> look = new FutureTask<>(() -> journal.find(box(2)));
        Beside beside = new Beside("sync deletion", new Thread(look));
        process.use(beside);

        journal.prepare(target(2), Budget.UNLIMITED);

        assertThat(look.get()).isPresent();
        assertThat(beside.reads).hasValue(0);
    }

    /// Starts a thread at a call of another, and lets that go on when the thread waits or is done.
    private static final class Beside implements Gate {
        private final String call;
        private final Thread thread;
        private final AtomicBoolean started = new AtomicBoolean();
        private final AtomicInteger reads = new AtomicInteger();

        Beside(String call, Thread thread) {
            this.call = call;
            this.thread = thread;
        }

        @Override
        public void pass(Call next) {
            if (next.toString().equals("read deletion/" + Journals.FILE)) {
                reads.incrementAndGet();
            }
            if (next.toString().equals(call) && started.compareAndSet(false, true)) {
                thread.start();
                while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
                    Thread.onSpinWait();
                }
            }
        }

        @Override
        public boolean await(Call next, BooleanSupplier ready, Duration limit) {
            return ready.getAsBoolean();
        }
    }
}
