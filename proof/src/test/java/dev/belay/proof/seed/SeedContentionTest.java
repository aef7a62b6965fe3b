package dev.belay.proof.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.program.Effort;
import dev.belay.proof.seed.Peer.Answer;
import dev.belay.proof.seed.Peer.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The Node program and Belay on one directory at the same time, each killed at random.
class SeedContentionTest {
    private static final int KILLS = Effort.of(6, 200);
    private static final int MILLISECONDS_BETWEEN_KILLS = 1_500;

    @TempDir private Path scratch;

    @Test
    void no_update_is_lost_between_both_programs_whoever_is_killed() throws Exception {
        assumeTrue(Peer.oracle().isPresent(), "BELAY_ORACLE names no directory with oracle.sh");
        Path data = Files.createDirectory(scratch.resolve("data"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
        SplittableRandom random = new SplittableRandom(Effort.seed(7));
        List<Contender> contenders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Path errors = scratch.resolve("errors-" + i);
            Contender.Start start = i == 0 ? () -> Peer.seed(errors) : () -> Peer.belay(errors);
            contenders.add(new Contender(start, data, i, random.split()));
        }

        killAtRandom(contenders, random);

        List<JsonObject> expected = new ArrayList<>();
        contenders.forEach(contender -> expected.addAll(contender.standing()));
        try (Peer belay = Peer.belay(scratch.resolve("last"));
                Peer seed = Peer.seed(scratch.resolve("last"))) {
            assertThat(records(ask(belay, Command.snapshot(), data)))
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(records(ask(seed, Command.snapshot(), data)))
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(ask(belay, prepare("bx_99999999"), data).ok()).isTrue();
        }
        assertThat(leftovers(data)).as("names that a killed program left behind").isEmpty();
        for (Contender contender : contenders) {
            assertThat(contender.changes()).isPositive();
        }
        report(contenders);
    }

    private static void killAtRandom(List<Contender> contenders, SplittableRandom random)
            throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService threads = Executors.newFixedThreadPool(contenders.size())) {
            List<Future<?>> runs = new ArrayList<>();
            for (Contender contender : contenders) {
                runs.add(
                        threads.submit(() -> {
                            contender.runUntil(done);
                            return null;
                        }));
            }
            for (int kill = 0; kill < KILLS && runs.stream().noneMatch(Future::isDone); kill++) {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(MILLISECONDS_BETWEEN_KILLS));
                contenders.get(random.nextInt(contenders.size())).kill();
            }
            done.set(true);
            for (Future<?> run : runs) {
                run.get();
            }
        }
    }

    private static void report(List<Contender> contenders) {
        StringBuilder report = new StringBuilder("contention: " + KILLS + " kills");
        for (Contender contender : contenders) {
            report.append(
                    "; %d changes, %d times held, %d revivals"
                            .formatted(
                                    contender.changes(), contender.held(), contender.revivals()));
        }
        System.out.println(report);
    }

    private static Answer ask(Peer peer, Command command, Path directory) throws IOException {
        return peer.ask(command, directory).orElseThrow(() -> new IOException("the program ended"));
    }

    private static Command prepare(String box) {
        JsonValue identity =
                JsonObject.builder()
                        .put("boxId", box)
                        .put("name", "last")
                        .put("ownerBotId", new JsonString("bot"))
                        .build();
        return new Command("deletion.prepare", "identity", identity);
    }

    private static List<JsonValue> records(Answer answer) {
        assertThat(answer.ok()).as(answer.toString()).isTrue();
        return ((JsonArray) answer.result()).elements();
    }

    private static List<String> leftovers(Path directory) throws IOException {
        try (Stream<Path> names = Files.list(directory)) {
            return names.map(name -> name.getFileName().toString())
                    .filter(name -> name.contains(".lock"))
                    .toList();
        }
    }
}
