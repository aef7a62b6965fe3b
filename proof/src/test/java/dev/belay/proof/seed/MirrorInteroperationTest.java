package dev.belay.proof.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.program.Programs;
import dev.belay.proof.program.Ran;
import dev.belay.proof.seed.Peer.Answer;
import dev.belay.proof.seed.Peer.Command;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Mirrors of both programs in one directory, and the locks of both.
@Timeout(240)
class MirrorInteroperationTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir private Path scratch;
    private final World world = LocalWorld.create();
    private Path repository;
    private Path stagings;
    private Peer seed;

    @BeforeEach
    void a_repository_and_a_directory_of_the_node_program() throws Exception {
        assumeTrue(Peer.oracle().isPresent(), "BELAY_ORACLE names no directory with oracle.sh");
        Path real = scratch.toRealPath();
        repository = Files.createDirectory(real.resolve("repository"));
        stagings = Files.createDirectory(real.resolve("stagings"));
        Process git =
                new ProcessBuilder(
                                "sh",
                                "-ec",
                                "git init -q -b main; git config user.name t; git config"
                                        + " user.email t@example.invalid; echo a >a.txt;"
                                        + " git add -A; git commit -qm base")
                        .directory(repository.toFile())
                        .start();
        assertThat(git.waitFor()).isZero();
        seed = Peer.seed(scratch.resolve("errors"), environment());
    }

    @AfterEach
    void close() throws IOException {
        if (seed != null) {
            seed.close();
        }
    }

    private Map<String, String> environment() throws IOException {
        Path real = scratch.toRealPath();
        return Map.of(
                "BELAY_HOME", real.resolve("home").toString(),
                "BELAY_STAGING_DIR", stagings.toString(),
                "XDG_STATE_HOME", real.resolve("state").toString());
    }

    private JsonValue done(String operation, JsonObject arguments) throws IOException {
        Answer answer = seed.ask(new Command(operation, arguments), stagings).orElseThrow();
        assertThat(answer.ok()).as(answer.toString()).isTrue();
        return answer.result();
    }

    private JsonObject ofRepository() {
        return JsonObject.builder().put("repository", repository.toString()).build();
    }

    private JsonValue taken() throws IOException {
        return done("staging.createMirror", ofRepository());
    }

    /// A mirror that the Node program has filled and not yet handed over.
    private JsonObject filled() throws IOException {
        JsonObject mirror = (JsonObject) taken();
        JsonValue handle = mirror.member("handle").orElseThrow();
        JsonValue source = done("harness.frozenSource", ofRepository());
        done(
                "harness.mirrorSync",
                JsonObject.builder()
                        .put("handle", handle)
                        .put("repository", repository.toString())
                        .build());
        JsonObject.Builder prepared =
                JsonObject.builder().put("handle", handle).put("source", source);
        prepared.put(
                "witness",
                done(
                        "stub.selectSourceWitness",
                        JsonObject.builder()
                                .put("repository", repository.toString())
                                .put("ref", "refs/heads/main")
                                .build()));
        done("staging.prepared", prepared.build());
        return mirror;
    }

    private void finish(JsonObject mirror) throws IOException {
        done(
                "staging.finish",
                JsonObject.builder().put("mirror", mirror.member("mirror").orElseThrow()).build());
    }

    private Ran belay(String... words) throws Exception {
        return Ran.of(Programs.belay(words), environment(), LIMIT);
    }

    private Ran exec() throws Exception {
        List<String> words = new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && exec \"$@\""));
        words.add(repository.toString());
        words.addAll(Programs.belay("staging", "exec", "--mirror", "--json", "--", "true"));
        return Ran.of(words, environment(), LIMIT);
    }

    private List<StagingId> copies() throws IOException {
        try (Stream<Path> listed = Files.list(stagings)) {
            return listed.map(path -> path.getFileName().toString())
                    .flatMap(name -> StagingId.ofDirectory(name).stream())
                    .toList();
        }
    }

    /// Whether the bytes that SQLite locks are free in a lock file.
    private OpenFile locked(Path file, boolean isFree) throws IOException {
        try (Directory directory = world.disk().open(file.resolveSibling(""), "mirrors")) {
            OpenFile lock = directory.open(file.getFileName().toString(), 0, OpenOption.WRITE);
            assertThat(lock.tryLockRange(0x4000_0000L, 512)).isEqualTo(isFree);
            return lock;
        }
    }

    private Path slotLock() throws IOException {
        try (Stream<Path> listed = Files.list(stagings.resolve("mirrors"))) {
            return listed.filter(Files::isDirectory).findFirst().orElseThrow().resolve("lock");
        }
    }

    @Test
    void each_program_keeps_the_other_out_by_the_lock_of_a_file() throws Exception {
        finish(filled());
        Path lock = slotLock();
        try (OpenFile ours = locked(lock, true)) {
            assertThat(taken()).as(ours.label()).isEqualTo(JsonNull.NULL);
        }
        try (OpenFile all = locked(stagings.resolve("mirrors/.allocation.lock"), true)) {
            assertThat(taken()).as(all.label()).isEqualTo(JsonNull.NULL);
        }
        assertThat(taken()).isNotEqualTo(JsonNull.NULL);
        locked(lock, false).close();
        locked(lock, false).close(); // Closing it has not freed it.

        seed.close();

        locked(lock, true).close();
        seed = Peer.seed(scratch.resolve("errors"), environment());
    }

    @Test
    void belay_lists_and_removes_mirrors_of_the_node_program_by_its_rules() throws Exception {
        JsonObject mirror = filled();
        Ran kept = belay("staging", "mirrors", "--evict-idle");
        assertThat(kept.out()).contains("kept: a run is using it");
        assertThat(copies()).hasSize(1);
        finish(mirror);
        Ran listed = belay("staging", "mirrors", "--json");
        assertThat(listed.out()).contains("\"use\":\"idle\",\"program\":\"node\"");

        assertThat(exec().out()).contains("\"mirror\":{\"warm\":false,\"givenUp\":\"\"}");
        assertThat(copies()).hasSize(2);
        Ran gone = belay("staging", "mirrors", "--evict-idle");

        assertThat(gone.out()).doesNotContain("kept");
        assertThat(copies()).isEmpty();
        JsonObject next = (JsonObject) taken();
        assertThat(next.member("reused").orElseThrow()).isEqualTo(JsonBoolean.FALSE);
    }

    @Test
    void a_mirror_that_a_killed_run_of_the_node_program_left_stays() throws Exception {
        filled();
        seed.close();
        seed = Peer.seed(scratch.resolve("errors"), environment());

        Ran kept = belay("staging", "mirrors", "--evict-idle");

        assertThat(kept.out()).contains("kept: no run has handed it over");
        assertThat(copies()).hasSize(1);
    }

    @Test
    void the_node_program_removes_what_belay_has_handed_over() throws Exception {
        assertThat(exec().exit()).isZero();
        StagingId id = copies().getFirst();

        JsonObject result =
                (JsonObject)
                        done(
                                "staging.recover",
                                JsonObject.builder()
                                        .put("id", new JsonString(id.value()))
                                        .put("binary", "/nonexistent")
                                        .put("cwd", repository.toString())
                                        .build());

        assertThat(result.member("code").orElseThrow()).isEqualTo(JsonNumber.of(0));
        assertThat(copies()).isEmpty();
        assertThat(exec().out()).contains("\"mirror\":{\"warm\":false,\"givenUp\":\"\"}");
        assertThat(exec().out()).contains("\"mirror\":{\"warm\":true,\"givenUp\":\"\"}");
    }
}
