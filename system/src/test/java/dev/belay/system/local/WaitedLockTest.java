package dev.belay.system.local;

import static dev.belay.system.DiskUnderTest.assertFails;
import static dev.belay.system.DiskUnderTest.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Waiting for the kernel's lock, with threads that really wait.
@EnabledOnOs(OS.LINUX)
@SuppressWarnings("try") // Closing by hand is what is tested.
class WaitedLockTest {
    private static final Duration SHORT = Duration.ofMillis(10);
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir private Path path;
    private Directory root;
    private OpenFile holder;

    @BeforeEach
    void hold() throws IOException {
        root = LocalWorld.create().disk().open(path, "");
        put(root, "file", "content");
        holder = open();
        assertThat(holder.tryLock()).isTrue();
    }

    @AfterEach
    void release() throws Exception {
        holder.close();
        root.close();
        Eventually.holds("no thread waits", () -> waiters() == 0);
    }

    private OpenFile open() throws DiskFault {
        return root.open("file", 0, OpenOption.READ);
    }

    @Test
    void who_waits_has_the_lock_as_soon_as_it_is_free() throws Exception {
        try (OpenFile file = open();
                OpenFile other = open()) {
            Waiter waiter = Waiter.start(() -> file.lock(LONG));
            Eventually.holds("the waiter is queued", () -> queued() == 1);

            holder.close();

            assertThat(waiter.result()).isTrue();
            assertThat(other.tryLock()).isFalse();
        }
    }

    @Test
    void the_lock_is_handed_over_in_order_of_arrival() throws Exception {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Waiter> waiters = new ArrayList<>();
        for (int turn = 0; turn < 5; turn++) {
            int number = turn;
            OpenFile file = open();
            waiters.add(
                    Waiter.start(() -> {
                        boolean taken = file.lock(LONG);
                        order.add(number);
                        file.close();
                        return taken;
                    }));
            Eventually.holds("it is queued", () -> queued() == number + 1);
        }

        holder.close();

        for (Waiter waiter : waiters) {
            assertThat(waiter.result()).isTrue();
        }
        assertThat(order).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void an_interrupt_neither_ends_the_wait_nor_loses_the_lock() throws Exception {
        try (OpenFile file = open();
                OpenFile other = open()) {
            Waiter waiter =
                    Waiter.start(() -> file.lock(LONG) && Thread.currentThread().isInterrupted());
            Eventually.holds("the waiter is queued", () -> queued() == 1);

            waiter.thread.interrupt();
            Eventually.holds(
                    "it has seen the interrupt and waits on",
                    () ->
                            !waiter.thread.isInterrupted()
                                    && waiter.thread.getState() == Thread.State.TIMED_WAITING);
            holder.close();

            assertThat(waiter.result()).isTrue();
            assertThat(other.tryLock()).isFalse();
        }
    }

    @Test
    void a_signal_does_not_end_the_wait() throws Exception {
        try (OpenFile file = open()) {
            Waiter waiter = Waiter.start(() -> file.lock(LONG));
            Eventually.holds("the waiter is queued", () -> queued() == 1);

            Signals.interruptCallOf("belay-flock");
            holder.close();

            assertThat(waiter.result()).isTrue();
        }
    }

    @Test
    void what_is_granted_too_late_is_given_back_at_once() throws Exception {
        try (OpenFile late = open();
                OpenFile other = open()) {
            assertThat(late.lock(SHORT)).isFalse();
            Eventually.holds("it is still queued", () -> queued() == 1);

            holder.close();

            assertThat(other.lock(LONG)).isTrue();
            assertThat(late.tryLock()).isFalse();
        }
    }

    @Test
    void who_comes_back_keeps_what_the_late_grant_would_give_back() throws Exception {
        for (int round = 0; round < 50; round++) {
            try (OpenFile late = open();
                    OpenFile other = open()) {
                assertThat(late.lock(SHORT)).isFalse();

                holder.close();
                assertThat(late.lock(LONG)).isTrue();
                Eventually.holds("the thread in the queue is back", () -> waiters() == 0);

                assertThat(other.tryLock()).isFalse();
            }
            holder = open();
            assertThat(holder.lock(LONG)).isTrue();
        }
    }

    @Test
    void closing_after_a_late_grant_frees_the_lock_at_once() throws Exception {
        for (int round = 0; round < 50; round++) {
            OpenFile late = open();
            assertThat(late.lock(SHORT)).isFalse();
            holder.close();
            assertThat(late.lock(LONG)).isTrue();
            holder = open();

            late.close();

            assertThat(holder.tryLock()).isTrue();
        }
    }

    @Test
    void what_was_dropped_after_a_late_grant_is_not_taken_for_granted() throws Exception {
        for (int round = 0; round < 10; round++) {
            try (OpenFile late = open();
                    OpenFile other = open()) {
                assertThat(late.lock(SHORT)).isFalse();
                holder.close();
                assertThat(late.lock(LONG)).isTrue();

                late.unlock();

                assertThat(other.lock(LONG)).isTrue();
                assertThat(late.lock(SHORT)).isFalse();
            }
            holder = open();
            assertThat(holder.lock(LONG)).isTrue();
        }
    }

    @Test
    void closing_ends_the_wait_and_the_descriptor_only_with_its_call() throws Exception {
        OpenFile file = open();
        Waiter waiter =
                Waiter.start(() -> {
                    assertFails(Errno.EBADF, () -> file.lock(LONG));
                    return true;
                });
        Eventually.holds("the waiter is queued", () -> queued() == 1);

        file.close();

        assertThat(waiter.result()).isTrue();
        assertThat(Descriptors.of(path.resolve("file"))).as("the holder's and ours").hasSize(2);
        holder.close();
        Eventually.holds("it is closed", () -> Descriptors.of(path.resolve("file")).isEmpty());
    }

    @Test
    void a_lock_that_is_never_freed_holds_up_a_bounded_number_of_threads() throws Exception {
        List<OpenFile> late = new ArrayList<>();
        for (int count = 0; count < 70; count++) {
            OpenFile file = open();
            late.add(file);
            assertThat(file.lock(Duration.ofMillis(1))).isFalse();
        }
        assertThat(waiters()).isEqualTo(64);

        try (OpenFile file = open()) {
            Waiter waiter = Waiter.start(() -> file.lock(LONG));
            Eventually.holds(
                    "it waits", () -> waiter.thread.getState() == Thread.State.TIMED_WAITING);
            holder.close();

            assertThat(waiter.result()).isTrue();
        }
        late.forEach(OpenFile::close);
    }

    /// How many requests for the lock of a file stand in the kernel's queue.
    private long queued() throws IOException {
        String inode = ":" + root.status("file").orElseThrow().inode() + " ";
        return Files.readString(Path.of("/proc/locks"))
                .lines()
                .filter(line -> line.contains("-> FLOCK") && line.contains(inode))
                .count();
    }

    private static long waiters() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("belay-flock"))
                .count();
    }

    /// A thread that waits, and what came of it.
    private record Waiter(Thread thread, FutureTask<Boolean> task) {
        static Waiter start(Callable<Boolean> call) {
            FutureTask<Boolean> task = new FutureTask<>(call);
            return new Waiter(Thread.ofPlatform().daemon().start(task), task);
        }

        boolean result() throws Exception {
            return task.get(LONG.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
