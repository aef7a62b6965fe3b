package dev.belay.proof.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.program.Effort;
import dev.belay.proof.seed.Peer.Answer;
import dev.belay.proof.seed.Peer.Command;
import dev.belay.proof.staging.CopyMeaning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Random runs in one mirror, in both programs: each finds it warm when the other does, and leaves
/// the same files, but for the slot's key and the Node program's index.
@Timeout(240)
class MirrorComparisonTest {
    private static final int RUNS = Effort.of(8, 40);
    private static final String HANDLE = "handle";

    /// What each program has another value for.
    private static final String OWN = "\"(database|key)\":\"[0-9a-f]{64}\",";

    @TempDir private Path scratch;
    private Path repository;
    private JsonValue source;
    private JsonValue witness;
    private Peer seed;
    private Peer belay;
    private SplittableRandom random = new SplittableRandom(0);

    @BeforeEach
    void start_both() throws Exception {
        assumeTrue(Peer.oracle().isPresent(), "BELAY_ORACLE names no directory with oracle.sh");
        Path real = scratch.toRealPath();
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", real.resolve("state").toString());
        seed = Peer.seed(real.resolve("seed.err"), environment);
        belay = Peer.belay(real.resolve("belay.err"), environment);
        repository = Files.createDirectory(real.resolve("repository"));
        shell(
                "git init -q -b main; git config user.name t; git config user.email"
                        + " t@example.invalid; echo a >a.txt; git add -A; git commit -qm base");
        source = done(seed, "harness.frozenSource", of("repository", repository.toString()));
        witness =
                done(
                        seed,
                        "stub.selectSourceWitness",
                        of("repository", repository.toString()).put("ref", "refs/heads/main"));
        for (Peer each : List.of(seed, belay)) {
            done(each, "oracle.clock", of("now", "2026-12-01T00:00:00.000Z"));
        }
    }

    @AfterEach
    void close() throws IOException {
        if (seed != null) {
            seed.close();
        }
        if (belay != null) {
            belay.close();
        }
    }

    private void shell(String script) throws Exception {
        Process process =
                new ProcessBuilder("sh", "-ec", script).directory(repository.toFile()).start();
        assertThat(process.waitFor()).isZero();
    }

    private static JsonObject.Builder of(String name, String value) {
        return JsonObject.builder().put(name, value);
    }

    private Path copies(Peer peer) throws IOException {
        String name = peer.equals(seed) ? "seeds" : "belays";
        return Files.createDirectories(scratch.toRealPath().resolve(name));
    }

    private JsonValue done(Peer peer, String operation, JsonObject.Builder arguments)
            throws IOException {
        Answer answer =
                peer.ask(new Command(operation, arguments.build()), copies(peer)).orElseThrow();
        assertThat(answer.ok()).as(operation + " " + answer).isTrue();
        return answer.result();
    }

    @Test
    void runs_find_a_mirror_warm_alike_and_leave_the_same_files() throws Exception {
        long first = Effort.seed(1);
        random = new SplittableRandom(first);
        int warm = 0;
        for (int run = 0; run < RUNS; run++) {
            String where = "-Dbelay.seed=%d, run %d".formatted(first, run);
            if (run(where)) {
                warm++;
            }
        }
        assertThat(warm).isBetween(1, RUNS - 1);
        assertThat(statuses(belay, seed)).isEqualTo(statuses(seed, seed)).hasSize(1);
        assertThat(statuses(seed, belay)).isEqualTo(statuses(belay, belay)).hasSize(1);
    }

    /// @return whether the mirror was found warm
    private boolean run(String where) throws Exception {
        Mirror seeds = take(seed);
        Mirror belays = take(belay);
        assertThat(belays.isReused).as(where).isEqualTo(seeds.isReused);
        List<Mirror> both = List.of(seeds, belays);
        for (Mirror each : both) {
            each.does(
                    "prepared", JsonObject.builder().put("source", source).put("witness", witness));
        }
        assertAlike(where + " prepared", seeds, belays);
        boolean isUsed = random.nextBoolean();
        for (Mirror each : both) {
            if (isUsed) {
                each.use();
            }
        }
        boolean isFinished = isUsed || random.nextInt(3) > 0; // The Node program gives up no other.
        for (Mirror each : both) {
            each.end(isFinished ? "staging.finish" : "staging.discard");
        }
        if (isFinished) {
            assertAlike(where + " finished", seeds, belays);
        }
        assertThat(Files.exists(belays.root)).as(where).isEqualTo(Files.exists(seeds.root));
        return belays.isReused;
    }

    private Mirror take(Peer peer) throws Exception {
        JsonObject taken =
                (JsonObject)
                        done(peer, "staging.createMirror", of("repository", repository.toString()));
        Mirror mirror = new Mirror(peer, taken);
        if (peer.equals(seed)) {
            mirror.does(
                    "harness.mirrorSync",
                    of("repository", repository.toString()).put("source", source));
        } else {
            shell("rm -rf %1$s; mkdir %1$s; cp -a a.txt %1$s".formatted(mirror.source()));
        }
        return mirror;
    }

    private static void assertAlike(String where, Mirror seeds, Mirror belays) throws IOException {
        assertThat(meaning(belays.root)).as(where).isEqualTo(meaning(seeds.root));
    }

    private static Map<String, String> meaning(Path copy) throws IOException {
        String id = copy.getFileName().toString().replace("openclaw-crabbox-sync-", "");
        Map<String, String> meaning = new TreeMap<>();
        CopyMeaning.of(copy)
                .forEach((name, what) -> {
                    if (!name.startsWith("mirror.sqlite")) {
                        String same = what.replaceAll(OWN, "").replace(id, "<id>");
                        meaning.put(name, same);
                    }
                });
        return meaning;
    }

    /// What one program says of the mirrors of another.
    private Map<String, String> statuses(Peer asked, Peer owner) throws IOException {
        Command command = new Command("staging.discover", JsonObject.builder().build());
        JsonObject page = (JsonObject) asked.ask(command, copies(owner)).orElseThrow().result();
        Map<String, String> statuses = new TreeMap<>();
        for (JsonValue entry : ((JsonArray) page.member("entries").orElseThrow()).elements()) {
            JsonObject found = (JsonObject) entry;
            statuses.put(
                    found.string("directory").orElseThrow(), found.string("status").orElseThrow());
        }
        return statuses;
    }

    /// A mirror in the hands of a program.
    private final class Mirror {
        private final Peer peer;
        private final JsonValue handle;
        private final JsonValue mirror;
        private final Path root;
        private final boolean isReused;

        Mirror(Peer peer, JsonObject taken) {
            this.peer = peer;
            handle = taken.member(HANDLE).orElseThrow();
            mirror = taken.member("mirror").orElseThrow();
            root = Path.of(taken.string("root").orElseThrow());
            isReused = taken.member("reused").orElseThrow() == JsonBoolean.TRUE;
        }

        Path source() {
            return root.resolve("payload/source");
        }

        void does(String operation, JsonObject.Builder arguments) throws IOException {
            String name = operation.contains(".") ? operation : "staging." + operation;
            done(peer, name, arguments.put(HANDLE, handle));
        }

        /// A command that leaves an output.
        void use() throws Exception {
            JsonValue claims =
                    done(seed, "stub.captureClaimNamespace", of("source", source().toString()));
            does("admitted", JsonObject.builder().put("claims", claims));
            shell("cd %s; mkdir -p .crabbox/runs; echo o >.crabbox/runs/o".formatted(source()));
            does("settled", JsonObject.builder());
            JsonValue artifacts =
                    done(
                            seed,
                            "stub.preserveArtifacts",
                            of("source", source().toString())
                                    .put("repository", repository.toString()));
            does("preserved", JsonObject.builder().put("artifacts", artifacts));
        }

        void end(String operation) throws IOException {
            assertThat(done(peer, operation, JsonObject.builder().put("mirror", mirror)))
                    .isEqualTo(JsonNull.NULL);
        }
    }
}
