package dev.belay.connector.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.TurnId;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.NoticeLine;
import dev.belay.core.json.JsonObject;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Gate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/// Several threads that ask for the same things at the same time.
class JournalThreadsTest {
    private static final int THREADS = 8;
    private static final int MESSAGES = 60;
    private static final int CEILING = 25;
    private static final InboxLine.Origin ORIGIN = new InboxLine.Origin("7", "8");

    private int accepted;
    private int admitted;
    private int notices;

    @Test
    void a_message_is_new_to_one_and_the_ceiling_holds_for_all() throws Exception {
        SimHost host = Journals.host();
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Callable<Void>> tasks = new ArrayList<>();
        try (ConnectorJournal journal = Journals.open(host.start("owner"));
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int i = 0; i < THREADS; i++) {
                tasks.add(() -> {
                    start.await();
                    takeAll(journal);
                    return null;
                });
            }
            for (Future<Void> done : threads.invokeAll(tasks)) {
                done.get();
            }
            assertThat(journal.admissions().countOn("2026-03-01")).isEqualTo(CEILING);
        }

        assertThat(accepted).isEqualTo(MESSAGES);
        assertThat(admitted).isEqualTo(CEILING);
        assertThat(notices).isEqualTo(1);
        assertThat(Journals.text(host, "inbox.jsonl").lines()).hasSize(MESSAGES);
        assertThat(Journals.text(host, "admissions.jsonl").lines()).hasSize(CEILING);
        assertThat(Journals.text(host, "notices.jsonl").lines()).hasSize(1);
    }

    private interface Ask {
        boolean on(ConnectorJournal journal) throws IOException;
    }

    /// Whatever is being written is taken, before it is durable.
    @Test
    void what_is_being_written_is_not_given_to_another() throws Exception {
        InboxLine message = InboxLine.of("1", Journals.NOW, ORIGIN);
        NoticeLine notice = NoticeLine.of("ceiling", Journals.NOW);
        AdmissionLine first = AdmissionLine.of("1", Journals.NOW, 1);
        AdmissionLine second = AdmissionLine.of("2", Journals.NOW, 1);

        duringWrite(it -> it.inbox().accept(message), it -> it.inbox().accept(message));
        duringWrite(it -> it.notices().takeOn(notice), it -> it.notices().takeOn(notice));
        duringWrite(it -> it.admissions().admit(first, 1), it -> it.admissions().admit(second, 1));
    }

    /// Asks for one thing, and for another from a second thread while the first is being written.
    private static void duringWrite(Ask one, Ask other) throws Exception {
        SimProcess owner = Journals.host().start("owner");
        AtomicBoolean hasAsked = new AtomicBoolean();
        try (ConnectorJournal journal = Journals.open(owner);
                ExecutorService second = Executors.newSingleThreadExecutor()) {
            owner.use(
                    new Gate() {
                        @Override
                        public void pass(Call call) {
                            if (call.operation().equals("write") && !hasAsked.getAndSet(true)) {
                                assertThat(answer(second.submit(() -> other.on(journal))))
                                        .isFalse();
                            }
                        }

                        @Override
                        public boolean await(Call call, BooleanSupplier ready, Duration limit) {
                            return ready.getAsBoolean();
                        }
                    });

            assertThat(one.on(journal)).isTrue();
        }
        assertThat(hasAsked).isTrue();
    }

    /// The first sync holds until all others have their names, and wait.
    @Test
    void turns_that_are_recorded_at_the_same_time_share_one_sync_of_their_directory()
            throws Exception {
        SimHost host = Journals.host();
        SimProcess owner = host.start("owner");
        List<Thread> writers = new ArrayList<>();
        AtomicInteger syncs = new AtomicInteger();
        try (ConnectorJournal journal = Journals.open(owner)) {
            for (int i = 1; i < THREADS; i++) {
                writers.add(Thread.ofPlatform().unstarted(recording(journal, i)));
            }
            owner.use(
                    new Gate() {
                        @Override
                        public void pass(Call call) {
                            if (isSyncOfTurns(call) && syncs.getAndIncrement() == 0) {
                                writers.forEach(Thread::start);
                                writers.forEach(JournalThreadsTest::awaitWaiting);
                            }
                        }

                        @Override
                        public boolean await(Call call, BooleanSupplier ready, Duration limit) {
                            return ready.getAsBoolean();
                        }
                    });
            recording(journal, 0).run();
            for (Thread writer : writers) {
                writer.join();
            }
        }

        assertThat(syncs).hasValue(2);
        assertThat(Journals.names(host, "turns")).hasSize(THREADS);
    }

    private static boolean isSyncOfTurns(Call call) {
        return call.operation().equals("sync") && call.label().endsWith("/turns");
    }

    private static Runnable recording(ConnectorJournal journal, int number) {
        return () -> {
            try {
                JsonObject record = JsonObject.builder().put("outcome", "answered").build();
                journal.turns().write(new TurnId("turn-" + number), record);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        };
    }

    private static void awaitWaiting(Thread thread) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (thread.getState() != Thread.State.WAITING) {
            assertThat(System.nanoTime()).as("a writer that waits").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private static boolean answer(Future<Boolean> asked) {
        try {
            return asked.get(10, TimeUnit.SECONDS);
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            asked.cancel(true);
            throw new AssertionError("it waits for the write", e);
        }
    }

    /// Whoever is told that a message is new goes on with it.
    private void takeAll(ConnectorJournal journal) throws IOException {
        for (int i = 1; i <= MESSAGES; i++) {
            String id = Integer.toString(i);
            if (!journal.inbox().accept(InboxLine.of(id, Journals.NOW, ORIGIN))) {
                continue;
            }
            AdmissionLine admission = AdmissionLine.of(id, Journals.NOW, 1);
            boolean isAdmitted = journal.admissions().admit(admission, CEILING);
            boolean isTold =
                    !isAdmitted && journal.notices().takeOn(NoticeLine.of("ceiling", Journals.NOW));
            count(isAdmitted, isTold);
        }
    }

    private synchronized void count(boolean isAdmitted, boolean isTold) {
        accepted++;
        admitted += isAdmitted ? 1 : 0;
        notices += isTold ? 1 : 0;
    }
}
