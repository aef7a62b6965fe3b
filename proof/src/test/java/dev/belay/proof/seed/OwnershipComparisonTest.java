package dev.belay.proof.seed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
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
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Random calls about the owner and the brake of a binding to the Node program and to Belay, on
/// locks that crashes and hands have left: the same answers, and after every call the same files.
class OwnershipComparisonTest {
    private static final int SEQUENCES = Effort.of(12, 400);
    private static final int CALLS = 40;
    private static final String GENERATION = "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11";
    private static final String OTHER = "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a12";
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(1 << 20);

    @TempDir private static Path scratch;

    @RegisterExtension private static final Peers PEERS = new Peers();
    private static Bystander bystander;
    private static List<String> locks;

    @BeforeAll
    static void start() throws IOException {
        bystander = Bystander.begin();
        String boot = bystander.boot();
        locks =
                List.of(
                        "",
                        record(4_194_299, bystander.start(), boot),
                        record(bystander.pid(), bystander.start(), boot),
                        record(bystander.pid(), bystander.start() + "1", boot),
                        record(bystander.pid(), "0", boot),
                        "{\"pid\":0}\n",
                        "{\"pid\":12");
    }

    private static String record(long pid, String start, String boot) {
        return "{\"pid\":%d,\"start\":\"%s\",\"boot\":\"%s\",\"at\":\"x\"}\n"
                .formatted(pid, start, boot);
    }

    @AfterAll
    static void end() {
        bystander.close();
    }

    @Test
    void random_calls_have_the_same_answers_and_leave_the_same_files() throws IOException {
        long random = Effort.seed(1);
        int[] answers = new int[2];

        for (int i = 0; i < SEQUENCES; i++) {
            compareSequence(random + i, answers);
        }

        assertThat(answers[0]).as("calls that succeed").isGreaterThan(SEQUENCES * CALLS / 3);
        assertThat(answers[1]).as("calls that are refused").isGreaterThan(SEQUENCES);
    }

    private static void compareSequence(long random, int[] answers) throws IOException {
        SplittableRandom source = new SplittableRandom(random);
        Path seeds = Files.createDirectories(scratch.resolve("a" + random));
        Path belays = Files.createDirectories(scratch.resolve("b" + random));
        boolean isOwned = false;
        for (int call = 0; call < CALLS; call++) {
            if (!isOwned && source.nextInt(3) == 0) {
                String lock = locks.get(source.nextInt(locks.size()));
                leave(seeds, lock);
                leave(belays, lock);
            }
            Command command = next(source);
            String where = "-Dbelay.seed=" + random + ", call " + call + ": " + command;

            Answer expected = ask(PEERS.seed(), command, seeds);
            Answer found = ask(PEERS.belay(), command, belays);

            assertThat(alike(found, belays, PEERS.belay()))
                    .as(where + " " + found.error())
                    .isEqualTo(alike(expected, seeds, PEERS.seed()));
            if (command.operation().equals("journal.unlock") && !expected.ok()) {
                // J11: it has braked before it refused.
                ask(PEERS.belay(), reason("unlock"), belays);
            }
            isOwned = isOwned(seeds);
            assertThat(state(belays, PEERS.belay()))
                    .as(where)
                    .isEqualTo(state(seeds, PEERS.seed()));
            answers[expected.ok() ? 0 : 1]++;
        }
        ask(PEERS.seed(), plain("clearPid"), seeds);
        ask(PEERS.belay(), plain("clearPid"), belays);
    }

    private static Command next(SplittableRandom source) {
        return switch (source.nextInt(14)) {
            case 0 -> plain("stopRequested");
            case 1 -> reason(source.nextBoolean() ? "stop" : "maintenance");
            case 2 -> plain("readStop");
            case 3, 4 -> plain("clearStop");
            case 5 -> generation("requestProcessingStop", source);
            case 6 -> generation("clearProcessingStop", source);
            case 7, 8 -> plain("writePid");
            case 9 -> plain("clearPid");
            case 10 -> plain("readPid");
            case 11 -> plain("unlock");
            case 12 -> plain("recover");
            default -> plain("stopTarget");
        };
    }

    private static Command plain(String operation) {
        return new Command("journal." + operation, JsonObject.builder().build());
    }

    private static Command reason(String reason) {
        return new Command("journal.requestStop", "reason", new JsonString(reason));
    }

    private static Command generation(String operation, SplittableRandom source) {
        List<String> all = List.of(GENERATION, GENERATION, OTHER, "no uuid");
        JsonString generation = new JsonString(all.get(source.nextInt(all.size())));
        return new Command("journal." + operation, "generation", generation);
    }

    private static Answer ask(Peer peer, Command command, Path directory) throws IOException {
        peer.ask(Command.clock(1_772_366_400_000L), directory);
        return peer.ask(command, directory).orElseThrow();
    }

    /// Leaves a lock as a crash or a hand may; an empty text is one without a record.
    private static void leave(Path binding, String record) throws IOException {
        Path lock = binding.resolve("run.lock");
        if (Files.exists(lock)) {
            try (Stream<Path> files = Files.list(lock)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
        } else {
            Files.createDirectory(
                    lock,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        }
        if (!record.isEmpty()) {
            Files.writeString(lock.resolve("owner.json"), record);
        }
    }

    private static boolean isOwned(Path binding) throws IOException {
        Path owner = binding.resolve("run.lock/owner.json");
        return Files.exists(owner)
                && Files.readString(owner).contains("\"pid\":" + PEERS.seed().pid() + ",");
    }

    /// What is compared of an answer: not its wording, nor which of the two programs it names.
    private static List<Object> alike(Answer answer, Path binding, Peer peer) {
        JsonValue result = answer.result();
        Object comparable = result;
        if (result instanceof JsonString(String text)) {
            comparable = text.replace(binding.toString(), "DIR");
        } else if (result instanceof JsonObject object) {
            comparable = alike(object, peer);
        } else if (result.equals(JsonNumber.of(peer.pid()))) {
            comparable = "itself";
        }
        JsonValue exit = answer.exitCode();
        // A wrong argument has a code of its own.
        return List.of(
                answer.ok(), comparable, exit.equals(JsonNumber.of(2)) ? JsonNumber.of(1) : exit);
    }

    private static Object alike(JsonObject record, Peer peer) {
        return record.safeInteger("pid").orElse(0) == peer.pid() ? "itself" : record;
    }

    private static Map<String, Object> state(Path binding, Peer peer) throws IOException {
        Map<String, Object> state = new TreeMap<>();
        for (String name : List.of("STOP", "run.lock", "run.lock/owner.json", ".stop.lock")) {
            Path path = binding.resolve(name);
            if (Files.exists(path)) {
                String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                state.put(name, List.of(mode, content(path, peer)));
            }
        }
        return state;
    }

    private static Object content(Path path, Peer peer) throws IOException {
        if (Files.isDirectory(path)) {
            return "";
        }
        List<Object> lines = new ArrayList<>();
        for (String line : Files.readAllLines(path)) {
            try {
                lines.add(
                        JsonText.parse(line, LIMITS) instanceof JsonObject object
                                ? alike(object, peer)
                                : line);
            } catch (IOException notJson) {
                lines.add(line);
            }
        }
        return lines;
    }
}
