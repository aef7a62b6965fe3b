package dev.belay.staging.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.explore.Preparation;
import dev.belay.sim.explore.Program;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Whenever a run or an eviction dies, the next run has a mirror, what was handed over is whole,
/// and no copy into which a command was let goes.
class MirrorCrashTest {
    /// Whom a run tells how far it is.
    private static final class User {
        private final List<StagingId> admitted = new ArrayList<>();
        private boolean isHandedOver;
    }

    private final Invariant taken = new Invariant("the next run has a mirror");
    private final Invariant whole = new Invariant("what is handed over is whole");
    private final Invariant kept = new Invariant("a copy that was in use is there");
    private final Invariant warm = new Invariant("what was handed over is warm");
    private final Invariant few = new Invariant("nothing else is left");

    private static void run(SimProcess process, User user) throws IOException {
        user.isHandedOver = false;
        try (SyncRoot root = Roots.open(process);
                Taken mirror = Runs.taken(process, root)) {
            Runs.fill(mirror);
            StagingId id = mirror.staging().id();
            user.admitted.add(id);
            Runs.use(mirror);
            assertThat(mirror.finish().isHandedOver()).isTrue();
            user.isHandedOver = true;
        }
    }

    /// Takes the mirror, and is given up before a command is let in.
    private static void discard(SimProcess process, User user) throws IOException {
        user.isHandedOver = false;
        try (SyncRoot root = Roots.open(process);
                Taken mirror = Runs.taken(process, root)) {
            mirror.staging().dispose();
        }
    }

    /// Takes the mirror, and cannot bring it up to date.
    private static void putBack(SimProcess process, User user) throws IOException {
        user.isHandedOver = false;
        try (SyncRoot root = Roots.open(process);
                Taken mirror = Runs.taken(process, root)) {
            mirror.putBack();
            user.isHandedOver = true;
        }
    }

    private static void evict(SimProcess process, User user) throws IOException {
        user.isHandedOver = false;
        try (SyncRoot root = Roots.open(process)) {
            Runs.retention(process, root, new ArrayList<>()).evictIdle();
        }
    }

    private void look(SimProcess process, User user) throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            Map<StagingId, Receipt> receipts = Roots.receipts(root.directory());
            for (Receipt receipt : receipts.values()) {
                if (receipt.isIdleMirror()) {
                    checkWhole(root, receipt);
                }
            }
            user.admitted.forEach(
                    id -> kept.check(receipts.containsKey(id), () -> id + " is gone"));
            Mirrors.Answer answer = Runs.take(process, root, Runs.REPOSITORY.toString());
            taken.check(answer instanceof Taken, answer::toString);
            try (Taken mirror = (Taken) answer) {
                if (user.isHandedOver) {
                    warm.check(mirror.isWarm(), () -> "it is cold");
                }
                Runs.fill(mirror);
                assertThat(mirror.finish().isHandedOver()).isTrue();
                user.isHandedOver = true;
            }
            checkFew(root);
        }
    }

    private void checkWhole(SyncRoot root, Receipt receipt) throws IOException {
        try (Directory copy = root.directory().openDirectory(receipt.id().directory())) {
            List<String> tree = Roots.tree(copy);
            whole.check(
                    tree.containsAll(List.of("manifest.json", "payload/source/a")), tree::toString);
        }
    }

    /// One mirror, and copies into which a command was let; one that was told is left to recovery.
    private void checkFew(SyncRoot root) throws IOException {
        List<Slot> slots = Slots.look(root.directory());
        few.check(
                slots.size() == 1 && slots.getFirst().state() == Slot.State.IDLE, slots::toString);
        Map<StagingId, Receipt> receipts = Roots.receipts(root.directory());
        long unused =
                receipts.values().stream()
                        .filter(receipt -> receipt.progress().users() == Users.NONE)
                        .count();
        few.check(unused <= 1, receipts::toString);
    }

    /// A machine on which the mirror is warm.
    private static void warmed(SimHost host) throws IOException {
        Runs.prepare(host);
        Runs.run(host.start("first"));
    }

    private Explored explore(Preparation before, Program<User> program) throws IOException {
        return CrashExplorer.with(User::new)
                .prepare(before)
                .crashes(Budget.current().of(1, 2))
                .run(program)
                .restart(this::look)
                .check((_, _) -> {})
                .explore();
    }

    @Test
    void s02_s03_a_first_run_that_dies_leaves_the_next_one_a_mirror() throws IOException {
        Explored explored = explore(Runs::prepare, MirrorCrashTest::run);

        assertThat(explored.states()).isGreaterThan(100);
        assertThat(taken.reached()).isGreaterThan(100);
        assertThat(kept.reached()).isPositive();
        assertThat(whole.reached()).isPositive();
        assertThat(warm.reached()).isPositive();
    }

    @Test
    void s03_a_run_that_dies_in_a_warm_mirror_leaves_the_next_one_a_mirror() throws IOException {
        Explored explored = explore(MirrorCrashTest::warmed, MirrorCrashTest::run);

        assertThat(explored.states()).isGreaterThan(100);
        assertThat(kept.reached()).isPositive();
        assertThat(warm.reached()).isPositive();
    }

    @Test
    void a_run_that_gives_a_mirror_up_and_dies_leaves_the_next_one_a_mirror() throws IOException {
        Explored explored = explore(MirrorCrashTest::warmed, MirrorCrashTest::discard);

        assertThat(explored.states()).isGreaterThan(20);
    }

    @Test
    void a_run_that_puts_a_mirror_back_and_dies_leaves_it_warm_or_a_mirror_at_all()
            throws IOException {
        Explored explored = explore(MirrorCrashTest::warmed, MirrorCrashTest::putBack);

        assertThat(explored.states()).isGreaterThan(20);
        assertThat(warm.reached()).isPositive();
    }

    @Test
    void an_eviction_that_dies_leaves_all_of_a_mirror_or_nothing() throws IOException {
        Explored explored = explore(MirrorCrashTest::warmed, MirrorCrashTest::evict);

        assertThat(explored.states()).isGreaterThan(20);
        assertThat(whole.reached()).isPositive();
    }
}
