package dev.belay.proof.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.program.Effort;
import dev.belay.proof.seed.Peer.Answer;
import dev.belay.proof.seed.Peer.Command;
import dev.belay.proof.staging.CopyMeaning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Random lives of stagings in both programs: the same answers, the same files, and each says of
/// the other's what it says of its own.
@Timeout(240)
class StagingComparisonTest {
    /// One page of either program.
    private static final int LIVES = Effort.of(20, 60);

    private static final int ATTEMPTS_MAX = 50;
    private static final String PREFIX = "openclaw-crabbox-sync-";
    private static final List<String> HOLDS =
            List.of("artifacts", "claims", "writers", "registration");

    @TempDir private Path scratch;
    private Path repository;
    private JsonValue source;
    private JsonValue witness;
    private Side seed;
    private Side belay;
    private SplittableRandom random = new SplittableRandom(0);

    /// A program and its copies.
    private record Side(Peer peer, Path copies) {
        Answer ask(String operation, JsonObject arguments) throws IOException {
            return peer.ask(new Command(operation, arguments), copies).orElseThrow();
        }

        JsonValue done(String operation, JsonObject arguments) throws IOException {
            Answer answer = ask(operation, arguments);
            assertThat(answer.ok()).as(operation + " " + answer).isTrue();
            return answer.result();
        }

        Path of(String id) {
            return copies.resolve(PREFIX + id);
        }

        /// What the program says of each copy in a directory. A page takes at most 250 ms; a
        /// program that has just been started sees fewer than all in them.
        Map<String, String> statuses(Path directory) throws IOException {
            Command command = new Command("staging.discover", JsonObject.builder().build());
            for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                JsonObject page = (JsonObject) peer.ask(command, directory).orElseThrow().result();
                if (page.member("incomplete").orElseThrow() == JsonBoolean.FALSE) {
                    return statuses(page);
                }
            }
            throw new AssertionError("never sees all copies in one page");
        }

        private static Map<String, String> statuses(JsonObject page) {
            Map<String, String> statuses = new TreeMap<>();
            for (JsonValue entry : ((JsonArray) page.member("entries").orElseThrow()).elements()) {
                JsonObject found = (JsonObject) entry;
                Path directory = Path.of(found.string("directory").orElseThrow());
                statuses.put(
                        directory.getFileName().toString(), found.string("status").orElseThrow());
            }
            return statuses;
        }
    }

    @BeforeEach
    void start_both() throws Exception {
        assumeTrue(Peer.oracle().isPresent(), "BELAY_ORACLE names no directory with oracle.sh");
        Path real = scratch.toRealPath();
        repository = Files.createDirectory(real.resolve("repository"));
        shell(
                "git init -q -b main; git config user.name t;"
                        + " git config user.email t@example.invalid; echo a >a.txt; mkdir d;"
                        + " echo b >d/b; ln -s a.txt l; chmod 755 d/b; git add -A;"
                        + " git commit -qm base");
        restart();
        source = seed.done("harness.frozenSource", arguments("repository", repository.toString()));
        witness =
                seed.done(
                        "stub.selectSourceWitness",
                        JsonObject.builder()
                                .put("repository", repository.toString())
                                .put("ref", "refs/heads/main")
                                .build());
    }

    private void restart() throws IOException {
        close();
        Path real = scratch.toRealPath();
        Map<String, String> environment =
                Map.of("XDG_STATE_HOME", real.resolve("state").toString());
        seed =
                new Side(
                        Peer.seed(real.resolve("seed.err"), environment),
                        Files.createDirectories(real.resolve("seeds")));
        belay =
                new Side(
                        Peer.belay(real.resolve("belay.err"), environment),
                        Files.createDirectories(real.resolve("belays")));
    }

    @AfterEach
    void close() throws IOException {
        if (seed != null) {
            seed.peer.close();
            belay.peer.close();
        }
    }

    private void shell(String script) throws Exception {
        Process process =
                new ProcessBuilder("sh", "-ec", script).directory(repository.toFile()).start();
        assertThat(process.waitFor()).isZero();
    }

    private static JsonObject arguments(String name, String value) {
        return JsonObject.builder().put(name, value).build();
    }

    @Test
    void lives_are_the_same_and_each_program_judges_the_copies_of_both_alike() throws Exception {
        long first = Effort.seed(1);
        int disposed = 0;
        for (int i = 0; i < LIVES; i++) {
            random = new SplittableRandom(first + i);
            if (live("-Dbelay.seed=" + (first + i))) {
                disposed++;
            }
        }
        assertThat(disposed).isBetween(1, LIVES - 1);

        restart(); // The makers are gone.
        Map<String, String> statuses = belay.statuses(belay.copies);
        assertThat(statuses).hasSize(LIVES - disposed).containsValues("candidate", "protected");
        assertThat(belay.statuses(seed.copies)).isEqualTo(statuses);
        assertThat(seed.statuses(seed.copies)).isEqualTo(statuses);
        assertThat(seed.statuses(belay.copies)).isEqualTo(statuses);
    }

    @Test
    void what_differs_on_purpose_is_in_the_list() throws Exception {
        String list = Files.readString(Path.of("../docs/formats/staging-differences.md"));

        Life early = new Life("a step out of order");
        assertThat(early.only(belay, "staging.settled", Map.of())).isFalse();
        assertThat(early.only(seed, "staging.settled", Map.of())).isTrue();
        assertThat(list).contains("| a step out of order |");

        Life silent = new Life("S12");
        silent.same("staging.prepared", silent.evidence());
        assertThat(silent.only(belay, "staging.admitted", Map.of())).isTrue();
        assertThat(silent.only(seed, "staging.admitted", Map.of())).isTrue();
        assertThat(silent.receipt(belay)).contains("\"claims\":{");
        assertThat(silent.receipt(seed)).doesNotContain("\"claims\"");
        assertThat(list).contains("| S12 |");
        assertThat(silent.only(belay, "staging.dispose", Map.of())).isFalse();
        assertThat(silent.only(seed, "staging.dispose", Map.of())).isTrue();
        assertThat(list).contains("| an end while something may need the copy |");

        Life many = new Life("S11");
        many.same("staging.prepared", many.evidence());
        List<JsonValue> leases = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            leases.add(new JsonString("lease-" + i));
        }
        Map<String, JsonValue> tooMany = Map.of("leases", new JsonArray(leases));
        assertThat(many.only(belay, "staging.admitted", tooMany)).isTrue();
        assertThat(many.only(seed, "staging.admitted", tooMany)).isTrue();
        assertThat(many.receipt(belay)).doesNotContain("lease-16").contains("\"hold\":\"claims\"");
        assertThat(many.receipt(seed)).contains("lease-16");
        assertThat(list).contains("| S11 |");
        restart();
        assertThat(seed.statuses(seed.copies).values()).containsOnly("protected");
        assertThat(belay.statuses(belay.copies).values()).containsOnly("protected");
    }

    /// @return whether the copy is gone again
    private boolean live(String where) throws Exception {
        Life life = new Life(where);
        life.assertAlike("staging.create");
        int steps = random.nextInt(6);
        if (steps > 0) {
            life.maybeHeld();
            life.same("staging.prepared", life.evidence());
        }
        if (steps > 1) {
            life.maybeHeld();
            life.admitted();
        }
        if (steps > 2) {
            life.maybeHeld();
            life.same("staging.settled", life.leases());
        }
        if (steps > 3) {
            life.preserved();
        }
        return steps > 4 && life.isDisposed();
    }

    /// One life, in both programs.
    private final class Life {
        private final String where;
        private final String id;
        private final JsonValue seeds;
        private final JsonValue belays;

        Life(String where) throws Exception {
            this.where = where;
            byte[] bytes = new byte[16];
            random.nextBytes(bytes);
            id = UUID.nameUUIDFromBytes(bytes).toString();
            seeds = made(seed);
            belays = made(belay);
        }

        private JsonValue made(Side side) throws Exception {
            side.done(
                    "oracle.uuids",
                    JsonObject.builder()
                            .put("uuids", new JsonArray(List.of(new JsonString(id))))
                            .build());
            JsonObject made =
                    (JsonObject)
                            side.done("staging.create", arguments("repository", "" + repository));
            shell("mkdir %1$s; cp -a a.txt d l %1$s".formatted(source(side)));
            return made.member("handle").orElseThrow();
        }

        private Path source(Side side) {
            return side.of(id).resolve("payload/source");
        }

        private JsonObject.Builder of(JsonValue handle) {
            return JsonObject.builder().put("handle", handle);
        }

        /// Says the same to both.
        void same(String operation, Map<String, JsonValue> members) throws IOException {
            JsonObject.Builder toSeed = of(seeds);
            JsonObject.Builder toBelay = of(belays);
            members.forEach(toSeed::put);
            members.forEach(toBelay::put);
            seed.done(operation, toSeed.build());
            belay.done(operation, toBelay.build());
            assertAlike(operation);
        }

        /// Says it to one, and whether it was done.
        boolean only(Side side, String operation, Map<String, JsonValue> members)
                throws IOException {
            JsonObject.Builder arguments = of(side.equals(seed) ? seeds : belays);
            members.forEach(arguments::put);
            return side.ask(operation, arguments.build()).ok();
        }

        String receipt(Side side) throws IOException {
            return Files.readString(side.of(id).resolve("staging.json"));
        }

        void assertAlike(String operation) throws IOException {
            assertThat(CopyMeaning.of(belay.of(id)))
                    .as(where + " " + operation)
                    .isEqualTo(CopyMeaning.of(seed.of(id)));
        }

        Map<String, JsonValue> evidence() {
            Map<String, JsonValue> members = new LinkedHashMap<>(Map.of("source", source));
            if (random.nextInt(4) > 0) {
                members.put("witness", witness);
            }
            return members;
        }

        Map<String, JsonValue> leases() {
            List<JsonValue> leases = new ArrayList<>();
            for (int i = random.nextInt(17); i > 0; i--) {
                leases.add(new JsonString("lease-" + i));
            }
            return leases.isEmpty() ? Map.of() : Map.of("leases", new JsonArray(leases));
        }

        void maybeHeld() throws IOException {
            if (random.nextInt(5) == 0) {
                String reason = HOLDS.get(random.nextInt(HOLDS.size()));
                same("staging.hold", Map.of("reason", new JsonString(reason)));
            }
        }

        /// What is said of claims is said by each of its own copy.
        void admitted() throws IOException {
            Map<String, JsonValue> leases = leases();
            for (Side side : List.of(seed, belay)) {
                JsonObject.Builder arguments = of(side.equals(seed) ? seeds : belays);
                leases.forEach(arguments::put);
                JsonValue claims =
                        seed.done(
                                "stub.captureClaimNamespace",
                                arguments("source", source(side).toString()));
                side.done("staging.admitted", arguments.put("claims", claims).build());
            }
            assertAlike("staging.admitted");
        }

        void preserved() throws Exception {
            boolean hasOutputs = random.nextBoolean();
            for (Side side : List.of(seed, belay)) {
                if (hasOutputs) {
                    shell(
                            "cd %s; mkdir -p .crabbox/runs; echo o >.crabbox/runs/o"
                                    .formatted(source(side)));
                }
                JsonValue artifacts =
                        seed.done(
                                "stub.preserveArtifacts",
                                JsonObject.builder()
                                        .put("source", source(side).toString())
                                        .put("repository", repository.toString())
                                        .build());
                side.done(
                        "staging.preserved",
                        of(side.equals(seed) ? seeds : belays).put("artifacts", artifacts).build());
            }
            assertAlike("staging.preserved");
        }

        /// Where something may need the copy, Belay refuses, and the Node program would not.
        boolean isDisposed() throws IOException {
            String receipt = Files.readString(belay.of(id).resolve("staging.json"));
            boolean isNeeded = receipt.matches("(?s).*\"hold\":\"(artifacts|claims|writers)\".*");
            Answer answer = belay.ask("staging.dispose", of(belays).build());
            assertThat(answer.ok()).as(where + answer).isNotEqualTo(isNeeded);
            if (answer.ok()) {
                seed.done("staging.dispose", of(seeds).build());
                assertThat(belay.of(id)).doesNotExist();
                assertThat(seed.of(id)).doesNotExist();
            }
            return answer.ok();
        }
    }
}
