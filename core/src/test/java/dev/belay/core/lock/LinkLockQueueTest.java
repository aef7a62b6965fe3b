package dev.belay.core.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Waiting on the real disk, where the kernel keeps the queue.
class LinkLockQueueTest {
    private static final LockName NAME = new LockName("box.lock", "belay deletion unlock");
    private static final int OWNERS = 31;
    private static final int TURNS = 8;

    @Test
    void d12_of_many_that_wait_every_one_gets_its_turn(@TempDir Path path) throws Exception {
        World world = LocalWorld.create();
        CountDownLatch ready = new CountDownLatch(OWNERS);
        List<Callable<Integer>> owners = new ArrayList<>();
        for (int i = 0; i < OWNERS; i++) {
            owners.add(() -> takeTurns(world, path, ready));
        }

        try (ExecutorService threads = Executors.newFixedThreadPool(OWNERS)) {
            for (Future<Integer> turns : threads.invokeAll(owners)) {
                assertThat(turns.get()).isEqualTo(TURNS);
            }
        }

        assertThat(path).isEmptyDirectory();
    }

    /// An owner with a directory handle, and so kernel locks, of its own, as a process has.
    private static int takeTurns(World world, Path path, CountDownLatch ready) throws Exception {
        try (Directory directory = world.disk().open(path, "")) {
            LinkLock lock = new LinkLock(world, directory, NAME, Duration.ofSeconds(20));
            ready.countDown();
            ready.await();
            int turns = 0;
            while (turns < TURNS) {
                Held held = lock.acquire();
                held.assertOwned();
                assertThat(held.release()).isEqualTo(new Release.Released());
                turns++;
            }
            return turns;
        }
    }
}
