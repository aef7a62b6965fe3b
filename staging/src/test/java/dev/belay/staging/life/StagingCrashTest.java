package dev.belay.staging.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.Durability;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Invariant;
import dev.belay.staging.artifact.ArtifactFormat;
import dev.belay.staging.manifest.ManifestFormat;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.schema.Digest;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Whenever its maker dies, a staging is there whole and says how far it is, or it is gone.
class StagingCrashTest {
    /// Somebody who acts on what the maker says.
    private static final class User {
        private int told;
    }

    /// In the order in which they follow one another.
    private static final List<State> STATES =
            List.of(
                    State.PREPARING,
                    State.PREPARED,
                    State.ADMITTED,
                    State.SETTLED,
                    State.PRESERVED);

    private static final int DISPOSED = STATES.size() + 1;

    private final Invariant kept = new Invariant("a staging is as far as was told, or further");
    private final Invariant whole = new Invariant("what a receipt names is there, byte for byte");

    /// How many steps lead to a state.
    private static int steps(State state) {
        return STATES.indexOf(state) + 1;
    }

    private static void live(SimProcess process, User user, boolean disposes) throws IOException {
        try (SyncRoot root = Roots.open(process);
                Staging staging = Creation.create(root, Roots.REPOSITORY)) {
            user.told = steps(State.PREPARING);
            Roots.fill(staging.payload());
            staging.prepared(Roots.manifest(), Durability.DURABLE, Roots.WITNESS, null);
            user.told = steps(State.PREPARED);
            if (!disposes) {
                staging.admitted(new ClaimsWord.NotGiven(), List.of());
                user.told = steps(State.ADMITTED);
                staging.settled(List.of());
                user.told = steps(State.SETTLED);
                staging.preserved(Roots.noOutputs());
                user.told = steps(State.PRESERVED);
                return;
            }
            staging.dispose();
            user.told = DISPOSED;
        }
    }

    private void look(SimProcess process, User user) throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            Map<?, Receipt> receipts = Roots.receipts(root.directory());
            int found = receipts.isEmpty() ? 0 : 1;
            for (Receipt receipt : receipts.values()) {
                found = steps(receipt.progress().state());
                try (Directory staging = root.directory().openDirectory(receipt.id().directory())) {
                    checkWhole(staging, receipt);
                }
            }
            boolean isGone = receipts.isEmpty();
            boolean isRight =
                    user.told == DISPOSED
                            ? isGone
                            : found >= user.told || (isGone && user.told == steps(State.PREPARED));
            int seen = found;
            kept.check(isRight, () -> "told %d, found %d".formatted(user.told, seen));
            root.finishRemovals();
        }
    }

    private void checkWhole(Directory staging, Receipt receipt) throws IOException {
        Optional<Digest> manifest = receipt.evidence().knownManifest();
        if (manifest.isPresent()) {
            byte[] file = read(staging, ManifestFormat.FILE, ManifestFormat.BYTES_MAX);
            whole.check(Digest.of(file).equals(manifest.get()), () -> "another manifest");
            whole.check(
                    Roots.tree(staging).contains("payload/source/a"),
                    () -> "a copy without a file");
        }
        Optional<Digest> artifacts = receipt.evidence().knownArtifacts();
        if (artifacts.isPresent()) {
            String name = ArtifactFormat.fileName(artifacts.get());
            byte[] file = read(staging, name, ArtifactFormat.BYTES_MAX);
            whole.check(Digest.of(file).equals(artifacts.get()), () -> "other evidence");
        }
    }

    private static byte[] read(Directory staging, String name, int bytesMax) throws IOException {
        return BoundedFile.read(staging, name, bytesMax).orElseThrow().bytes();
    }

    private Explored explore(boolean disposes) throws IOException {
        return CrashExplorer.with(User::new)
                .prepare(host -> host.disk().makeDirectories(Roots.PATH).close())
                .crashes(Budget.current().of(1, 2))
                .run((process, user) -> live(process, user, disposes))
                .restart(this::look)
                .check((process, _) -> {
                    try (SyncRoot root = Roots.open(process)) {
                        assertThat(Roots.tree(root.directory()))
                                .noneMatch(path -> path.startsWith(".belay/removing/"));
                    }
                })
                .explore();
    }

    @Test
    void a_staging_is_as_far_as_its_maker_said_after_any_crash() throws IOException {
        Explored explored = explore(false);

        assertThat(explored.states()).isGreaterThan(100);
        assertThat(kept.reached()).isGreaterThan(100);
        assertThat(whole.reached()).isGreaterThan(100);
    }

    @Test
    void s15_an_end_that_was_cut_off_is_finished_by_the_next_look() throws IOException {
        Explored explored = explore(true);

        assertThat(explored.states()).isGreaterThan(100);
    }
}
