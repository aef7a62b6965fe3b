package dev.belay.proof.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.program.Programs;
import dev.belay.proof.program.Ran;
import dev.belay.proof.seed.Peer.Answer;
import dev.belay.proof.seed.Peer.Command;
import dev.belay.staging.custody.Custody;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Copies of one program that the other recovers, in one directory, and the locks of both.
@Timeout(240)
class RecoveryInteroperationTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String PREFIX = "openclaw-crabbox-sync-";

    @TempDir private Path scratch;
    private Path repository;
    private Path stagings;
    private Path tool;
    private Peer seed;

    @BeforeEach
    void a_repository_and_a_directory_of_the_node_program() throws Exception {
        assumeTrue(Peer.oracle().isPresent(), "BELAY_ORACLE names no directory with oracle.sh");
        Path real = scratch.toRealPath();
        repository = Files.createDirectory(real.resolve("repository"));
        stagings = Files.createDirectory(real.resolve("stagings"));
        tool = Files.writeString(real.resolve("crabbox"), TOOL);
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        shell(
                "git init -q -b main; git config user.name t;"
                        + " git config user.email t@example.invalid; echo a >a.txt; mkdir d;"
                        + " echo b >d/b; git add -A; git commit -qm base");
        seed = Peer.seed(scratch.resolve("errors"), environment());
    }

    private static final String TOOL =
            """
            #!/bin/sh
            echo '{"version":1,"source":"local-claims","claims":[],"problems":[]}'
            """;

    @AfterEach
    void close() throws IOException {
        if (seed != null) {
            seed.close();
        }
    }

    private void shell(String script) throws Exception {
        Process process =
                new ProcessBuilder("sh", "-ec", script).directory(repository.toFile()).start();
        assertThat(process.waitFor()).isZero();
    }

    private Answer ask(String operation, JsonObject arguments) throws IOException {
        return seed.ask(new Command(operation, arguments), stagings).orElseThrow();
    }

    private JsonValue done(String operation, JsonObject arguments) throws IOException {
        Answer answer = ask(operation, arguments);
        assertThat(answer.ok()).as(answer.toString()).isTrue();
        return answer.result();
    }

    private static JsonObject of(String name, String value) {
        return JsonObject.builder().put(name, value).build();
    }

    /// A copy that the Node program has sealed, and the end of that process.
    private StagingId sealed() throws IOException {
        JsonValue witness =
                done(
                        "stub.selectSourceWitness",
                        JsonObject.builder()
                                .put("repository", repository.toString())
                                .put("ref", "refs/heads/main")
                                .build());
        JsonValue source = done("harness.frozenSource", of("repository", repository.toString()));
        JsonObject made =
                (JsonObject) done("staging.create", of("repository", repository.toString()));
        JsonString handle = (JsonString) made.member("handle").orElseThrow();
        done(
                "harness.copySource",
                JsonObject.builder()
                        .put("handle", handle)
                        .put("repository", repository.toString())
                        .put("source", source)
                        .build());
        done(
                "staging.prepared",
                JsonObject.builder()
                        .put("handle", handle)
                        .put("source", source)
                        .put("witness", witness)
                        .build());
        restart();
        return only();
    }

    private void restart() throws IOException {
        seed.close();
        seed = Peer.seed(scratch.resolve("errors"), environment());
    }

    private StagingId only() throws IOException {
        try (Stream<Path> listed = Files.list(stagings)) {
            return listed.map(path -> path.getFileName().toString())
                    .flatMap(name -> StagingId.ofDirectory(name).stream())
                    .findFirst()
                    .orElseThrow();
        }
    }

    private Path place(StagingId id) {
        return stagings.resolve(PREFIX + id);
    }

    private JsonObject recovery(StagingId id) {
        return JsonObject.builder()
                .put("binary", tool.toString())
                .put("cwd", repository.toString())
                .put("id", id.value())
                .build();
    }

    /// What the Node program's command ends with.
    private JsonValue recoverByNode(StagingId id) throws IOException {
        JsonObject result = (JsonObject) done("staging.recover", recovery(id));
        return result.member("code").orElseThrow();
    }

    private Ran belay(String... words) throws Exception {
        return Ran.of(Programs.belay(words), environment(), LIMIT);
    }

    private Map<String, String> environment() throws IOException {
        Path real = scratch.toRealPath();
        return Map.of(
                "BELAY_HOME", real.resolve("home").toString(),
                "BELAY_STAGING_DIR", stagings.toString(),
                "XDG_STATE_HOME", real.resolve("state").toString());
    }

    private void recoverByBelay(StagingId id) throws Exception {
        Ran ran = belay("staging", "recover", id.value(), "--lease-tool", tool.toString());

        assertThat(ran.exit()).as(ran.toString()).isZero();
        assertThat(place(id)).doesNotExist();
    }

    /// Kills the Node program in a recovery, right before it removes something: first what it wrote
    /// its receipt with, then payload, manifest, receipt, and record.
    private void killRemoval(StagingId id, int nth) throws IOException {
        done(
                "oracle.fault",
                JsonObject.builder()
                        .put("fn", "rmSync")
                        .put("nth", JsonNumber.of(nth))
                        .put("when", "before")
                        .put("action", "kill")
                        .build());
        assertThat(seed.ask(new Command("staging.recover", recovery(id)), stagings)).isEmpty();
        restart();
    }

    @Test
    void a_copy_of_the_node_program_is_recovered() throws Exception {
        StagingId id = sealed();
        Path file = place(id).resolve("payload/source/a.txt");
        Files.writeString(file, "b\n");
        Ran refused = belay("staging", "recover", id.value(), "--lease-tool", tool.toString());
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).contains("payload/source/a.txt");
        Files.writeString(file, "a\n");

        recoverByBelay(id);
    }

    @Test
    void s01_a_recovery_of_the_node_program_that_was_killed_is_ended() throws Exception {
        StagingId id = sealed();
        killRemoval(id, 1);
        assertThat(place(id).resolve("recovery.lock/owner.json")).exists();
        assertThat(recoverByNode(id)).isEqualTo(JsonNumber.of(1));

        recoverByBelay(id);
    }

    @Test
    void s17_a_removal_of_the_node_program_is_ended_wherever_it_was_killed() throws Exception {
        for (int nth = 3; nth <= 5; nth++) {
            StagingId id = sealed();
            killRemoval(id, nth);
            assertThat(place(id).resolve("payload")).doesNotExist();

            recoverByBelay(id);
        }
    }

    @Test
    void a_copy_of_belay_is_recovered_by_the_node_program() throws Exception {
        List<String> words = new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && exec \"$@\""));
        words.add(repository.toString());
        words.addAll(Programs.belay("staging", "exec", "--keep", "--no-git", "--", "true"));
        Ran ran = Ran.of(words, environment(), LIMIT);
        assertThat(ran.exit()).as(ran.toString()).isZero();
        StagingId id = only();

        assertThat(recoverByNode(id)).isEqualTo(JsonNumber.of(0));

        assertThat(place(id)).doesNotExist();
    }

    @Test
    void the_lock_of_belay_keeps_the_node_program_out() throws Exception {
        StagingId id = sealed();
        World world = LocalWorld.create();
        Owners owners = new Owners(world, Set.of());
        try (SyncRoot root = SyncRoot.open(world, stagings, "staging");
                Custody custody = Custody.take(root, id, owners, Demand.RECOVER).orElseThrow()) {
            assertThat(recoverByNode(id)).isEqualTo(JsonNumber.of(1));
            assertThat(place(id).resolve("payload/source/a.txt")).exists();

            custody.giveBack();
        }

        assertThat(recoverByNode(id)).isEqualTo(JsonNumber.of(0));
        assertThat(place(id)).doesNotExist();
    }

    @Test
    void the_lock_of_a_living_node_process_keeps_belay_out() throws Exception {
        StagingId id = sealed();
        Path lock = Files.createDirectory(place(id).resolve("recovery.lock"));
        Path owner =
                Files.writeString(
                        lock.resolve("owner.json"),
                        "{\"pid\":%d,\"generation\":\"g\"}\n".formatted(seed.pid()));
        shell("chmod 700 '%s'; chmod 600 '%s'".formatted(lock, owner));

        Ran ran = belay("staging", "recover", id.value(), "--lease-tool", tool.toString());

        assertThat(ran.exit()).as(ran.toString()).isEqualTo(3);
        assertThat(ran.err()).contains("process " + seed.pid());
        assertThat(owner).exists();
    }
}
