package dev.belay.staging.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Invariant;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whenever a recovery or a discard dies, all of the copy is there or nothing of it, and the next
/// one ends it.
class RecoveryCrashTest {
    private static final List<String> WHOLE =
            List.of("staging.json", "manifest.json", "payload", "payload/source/a");

    private final Invariant whole = new Invariant("all of a copy is there");
    private final Invariant ended = new Invariant("the next recovery ends it");

    /// What ends a copy.
    private interface End {
        void of(SimProcess process, SyncRoot root, StagingId id) throws IOException;
    }

    private static void recover(SimProcess process, SyncRoot root, StagingId id)
            throws IOException {
        Copies.recovery(process, root, new Copies.Outside()).recover(id, Demand.RECOVER);
    }

    private static void discard(SimProcess process, SyncRoot root, StagingId id)
            throws IOException {
        new Discard(root, Copies.owners(process), process.occupancy(), _ -> {}).discard(id);
    }

    private static void end(SimProcess process, End end) throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            root.finishRemovals();
            List<String> names = Roots.names(root.directory());
            List<StagingId> ids = new ArrayList<>();
            names.forEach(name -> StagingId.ofDirectory(name).ifPresent(ids::add));
            Roots.names(root.proving()).forEach(name -> ids.add(new StagingId(name)));
            for (StagingId id : ids) {
                end.of(process, root, id);
            }
        }
    }

    private void look(SimProcess process) throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            for (String name : Roots.names(root.directory())) {
                if (StagingId.ofDirectory(name).isPresent()) {
                    look(root.directory(), name);
                }
            }
            for (String name : Roots.names(root.proving())) {
                look(root.proving(), name);
            }
        }
    }

    private void look(Directory parent, String name) throws IOException {
        try (Directory staging = parent.openDirectory(name)) {
            List<String> tree = Roots.tree(staging);
            whole.check(tree.containsAll(WHOLE), () -> parent.label(name) + " holds " + tree);
        }
    }

    private Explored explore(MakesCopy copy, End end) throws IOException {
        return CrashExplorer.alone()
                .prepare(host -> {
                    Copies.prepare(host);
                    copy.on(host);
                })
                .crashes(Budget.current().of(1, 2))
                .run((process, _) -> end(process, end))
                .restart((process, _) -> {
                    look(process);
                    end(process, end);
                })
                .check((process, _) -> {
                    try (SyncRoot root = Roots.open(process)) {
                        List<String> left = Roots.tree(root.directory());
                        ended.check(
                                left.stream().noneMatch(path -> path.contains("payload")),
                                left::toString);
                    }
                })
                .explore();
    }

    private interface MakesCopy {
        void on(SimHost host) throws IOException;
    }

    @Test
    void a_recovery_that_dies_leaves_all_or_nothing() throws IOException {
        Explored explored =
                explore(host -> Copies.sealed(host.start("maker")), RecoveryCrashTest::recover);

        assertThat(explored.states()).isGreaterThan(40);
        assertThat(whole.reached()).isGreaterThan(40);
    }

    @Test
    void a_recovery_that_also_brings_outputs_back_leaves_all_or_nothing() throws IOException {
        Explored explored =
                explore(
                        host -> Copies.settled(host.start("maker"), "log"),
                        RecoveryCrashTest::recover);

        assertThat(explored.states()).isGreaterThan(40);
        assertThat(whole.reached()).isGreaterThan(40);
    }

    @Test
    void a_discard_that_dies_leaves_all_or_nothing() throws IOException {
        Explored explored =
                explore(host -> Copies.sealed(host.start("maker")), RecoveryCrashTest::discard);

        assertThat(explored.states()).isGreaterThan(40);
        assertThat(whole.reached()).isGreaterThan(40);
    }
}
