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
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.run.Preservation;
import dev.belay.staging.run.Release;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Whenever somebody dies who brings outputs back, they are in the repository or in the copy, and
/// the next one ends it. Those that were asked for by name are moved in the copy first: a power cut
/// between the two halves of that may cost one, as the list of faults says, and holds nobody up.
class OutputsCrashTest {
    private static final String REPORT = "report";

    private int named;
    private final Invariant safe = new Invariant("outputs are in the repository or in the copy");
    private final Invariant ended = new Invariant("the next one ends it");

    /// A copy with an output in its place, and another where a command has put it.
    private static void prepare(SimHost host) throws IOException {
        Copies.prepare(host);
        try (Staging staging = Copies.settled(host.start("maker"), "log");
                Directory source = staging.payload().openDirectory("source")) {
            Copies.write(source, REPORT, "a report");
            source.sync();
        }
    }

    private static void release(SimProcess process, SyncRoot root, StagingId id)
            throws IOException {
        Release.Tools tools =
                new Release.Tools(
                        (source, repository) ->
                                Preservation.preserve(process.world(), source, repository),
                        process.occupancy(),
                        _ -> {});
        new Release(root, Copies.owners(process), tools).release(id, List.of(REPORT));
    }

    private static void recover(SimProcess process, SyncRoot root, StagingId id)
            throws IOException {
        Recovery.Tools known = Copies.tools(process, new Copies.Outside());
        Recovery.Tools tools =
                new Recovery.Tools(
                        known.content(),
                        known.claims(),
                        (source, repository) ->
                                Preservation.preserve(process.world(), source, repository),
                        known.occupancy(),
                        known.register());
        new Recovery(root, Copies.owners(process), tools).recover(id, Demand.RECOVER);
    }

    /// What was moved away is a recovery's to end.
    private static void end(SimProcess process) throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            root.finishRemovals();
            for (String name : Roots.names(root.proving())) {
                recover(process, root, new StagingId(name));
            }
            for (StagingId id : Roots.receipts(root.directory()).keySet()) {
                release(process, root, id);
            }
        }
    }

    private void look(SimProcess process) throws IOException {
        List<String> all = places(process);
        safe.check(
                all.stream().anyMatch(path -> path.endsWith("/runs/log")),
                () -> "the log is nowhere: " + all);
    }

    private static List<String> places(SimProcess process) throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            List<String> all = Roots.tree(root.directory());
            all.addAll(brought(process));
            return all;
        }
    }

    private static List<String> brought(SimProcess process) throws IOException {
        try (Directory repository = process.world().disk().open(Copies.REPOSITORY, "")) {
            return Roots.tree(repository);
        }
    }

    private void checkEnded(SimProcess process) throws IOException {
        List<String> brought = brought(process);
        ended.check(
                brought.stream().anyMatch(path -> path.endsWith("/runs/log")), brought::toString);
        if (brought.stream().anyMatch(path -> path.endsWith("/captures/" + REPORT))) {
            named++;
        }
        List<String> all = places(process);
        ended.check(all.stream().noneMatch(path -> path.contains("payload")), all::toString);
    }

    @Test
    void a_release_that_dies_loses_no_output_and_the_next_one_ends_it() throws IOException {
        Explored explored =
                CrashExplorer.alone()
                        .prepare(OutputsCrashTest::prepare)
                        .crashes(Budget.current().of(1, 2))
                        .run((process, _) -> end(process))
                        .restart((process, _) -> {
                            look(process);
                            end(process);
                        })
                        .check((process, _) -> checkEnded(process))
                        .explore();

        assertThat(explored.states()).isGreaterThan(100);
        assertThat(safe.reached()).isGreaterThan(100);
        assertThat(ended.reached()).isGreaterThan(100);
        assertThat(named).isGreaterThan(100);
    }
}
