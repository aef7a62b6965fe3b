package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static dev.belay.deletion.Samples.receipt;
import static dev.belay.deletion.Samples.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.audit.AuditEntry;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.deletion.Budget;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Receipt;
import dev.belay.deletion.Target;
import dev.belay.deletion.Transition;
import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many threads on one real directory.
class GroupCommitTest {
    private static final int CALLERS = 64;

    @TempDir Path root;

    private final World world = LocalWorld.create();
    private Directory top;
    private DeletionJournal journal;

    @BeforeEach
    void open() throws IOException {
        top = world.disk().open(root, "");
        journal = journal();
    }

    @AfterEach
    void close() {
        journal.close();
        top.close();
    }

    @Test
    void every_caller_gets_its_own_result() throws Exception {
        List<Callable<Transition>> calls = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            int number = caller;
            calls.add(() -> journal.prepare(target(number), Budget.UNLIMITED));
        }

        List<Transition> results = together(calls).stream().map(GroupCommitTest::result).toList();

        for (int caller = 0; caller < CALLERS; caller++) {
            assertThat(results.get(caller)).isInstanceOf(Transition.Changed.class);
            assertThat(((Transition.Changed) results.get(caller)).record().target())
                    .isEqualTo(target(caller));
        }
        assertThat(journal().snapshot()).hasSize(CALLERS);
    }

    @Test
    void one_computer_that_all_ask_for_is_prepared_once() throws Exception {
        List<Callable<Transition>> calls = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            calls.add(() -> journal.prepare(target(1), new Budget(1, 1)));
        }

        List<Transition> results = together(calls).stream().map(GroupCommitTest::result).toList();

        assertThat(results).filteredOn(Transition.Changed.class::isInstance).hasSize(1);
        assertThat(results).filteredOn(Transition.Unchanged.class::isInstance).hasSize(CALLERS - 1);
    }

    @Test
    void one_operation_that_all_bring_is_bound_once() throws Exception {
        List<Callable<Transition>> calls = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            int number = caller;
            journal.prepare(target(number), Budget.UNLIMITED);
            calls.add(() ->
                    journal.accept(
                            box(number),
                            new Receipt(operation(1), box(number), OperationStatus.PENDING)));
        }

        List<Future<Transition>> results = together(calls);

        assertThat(results).filteredOn(it -> it.state() == Future.State.SUCCESS).hasSize(1);
        assertThat(results)
                .filteredOn(it -> it.state() == Future.State.FAILED)
                .allSatisfy(it ->
                        assertThat(((Refusal) it.exceptionNow()).code())
                                .isEqualTo(ErrorCode.DELETION_CONFLICT));
    }

    @Test
    void a_budget_is_exact_within_a_group() throws Exception {
        List<Callable<Transition>> calls = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            int number = caller;
            calls.add(() -> journal.prepare(target(number), new Budget(10, 20)));
        }

        List<Future<Transition>> results = together(calls);

        assertThat(results).filteredOn(it -> it.state() == Future.State.SUCCESS).hasSize(10);
        assertThat(journal().snapshot()).hasSize(10);
    }

    @Test
    void whole_deletions_side_by_side_leave_each_its_line_in_the_audit() throws Exception {
        List<Callable<Transition>> calls = new ArrayList<>();
        DeletionJournal other = journal();
        for (int caller = 0; caller < CALLERS; caller++) {
            int number = caller;
            calls.add(() -> whole(number % 2 == 0 ? journal : other, number));
        }

        assertThat(together(calls))
                .allSatisfy(it -> assertThat(it.state()).isEqualTo(Future.State.SUCCESS));

        other.close();
        assertThat(journal().snapshot()).isEmpty();
        for (int caller = 0; caller < CALLERS; caller++) {
            String id = box(caller).value();
            List<AuditEntry> lines = new ArrayList<>();
            new AuditLog(world, top).entries(event -> event.subject().equals(id), lines::add);
            assertThat(lines).hasSize(1);
        }
    }

    @Test
    void a_caller_that_was_interrupted_is_served_and_stays_interrupted() throws Exception {
        Thread.currentThread().interrupt();

        journal.prepare(target(1), Budget.UNLIMITED);
        journal.find(box(1));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(journal().find(box(1))).isPresent();
    }

    private static Transition whole(DeletionJournal journal, int number) throws IOException {
        journal.prepare(new Target(box(number), "n", null), Budget.UNLIMITED);
        journal.accept(box(number), receipt(number, OperationStatus.PENDING));
        DeletionRecord done =
                journal.accept(box(number), receipt(number, OperationStatus.COMPLETED)).record();
        return journal.retire(box(number), done.completion().orElseThrow(), "");
    }

    private DeletionJournal journal() {
        return new DeletionJournal(
                world, root.resolve("deletion"), new AuditLog(world, top), _ -> {});
    }

    /// Runs all calls at the same moment, each on a thread of its own.
    private static List<Future<Transition>> together(List<Callable<Transition>> calls) {
        CountDownLatch start = new CountDownLatch(calls.size());
        List<Future<Transition>> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(calls.size())) {
            for (Callable<Transition> call : calls) {
                results.add(
                        threads.submit(() -> {
                            start.countDown();
                            start.await();
                            return call.call();
                        }));
            }
        }
        return results;
    }

    private static Transition result(Future<Transition> result) {
        try {
            return result.get();
        } catch (InterruptedException | ExecutionException failure) {
            throw new AssertionError(failure);
        }
    }
}
