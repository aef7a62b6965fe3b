package dev.belay.proof.seed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.seed.Peer.Answer;
import dev.belay.proof.seed.Peer.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/// One program that drives computers of its own through a directory that others use too, is killed
/// now and then, and knows after each answer what must stand in the journal.
final class Contender {
    /// How a program is started, and started again after it was killed.
    interface Start {
        Peer peer() throws IOException;
    }

    private static final List<String> STATUSES = List.of("pending", "processing", "completed");
    private static final String DIGITS = "23456789";

    private final Start start;
    private final Path directory;
    private final SplittableRandom random;
    private final List<String> boxes = new ArrayList<>();
    private final Map<String, JsonObject> standing = new HashMap<>();
    private volatile Peer peer;
    private int changes;
    private int held;
    private int revivals;

    /// @param number tells its computers from those of the others
    Contender(Start start, Path directory, int number, SplittableRandom random) throws IOException {
        this.start = start;
        this.directory = directory;
        this.random = random;
        this.peer = start.peer();
        for (int i = 0; i < DIGITS.length(); i++) {
            boxes.add("bx_" + DIGITS.charAt(number) + "zzzzzz" + DIGITS.charAt(i));
        }
    }

    /// Changes its computers, one after the other, until `done`.
    void runUntil(AtomicBoolean done) throws IOException {
        while (!done.get()) {
            change(boxes.get(random.nextInt(boxes.size())));
        }
        peer.close();
    }

    /// Ends the program at whatever instruction it is; the next change starts another.
    void kill() throws IOException {
        peer.kill();
    }

    /// What must stand in the journal of its computers.
    List<JsonObject> standing() {
        return List.copyOf(standing.values());
    }

    int changes() {
        return changes;
    }

    /// How often another owner of the lock was in the way for too long.
    int held() {
        return held;
    }

    int revivals() {
        return revivals;
    }

    private void change(String box) throws IOException {
        Optional<JsonObject> before = Optional.ofNullable(standing.get(box));
        Command command = next(box, before);
        Optional<Answer> answer = peer.ask(command, directory);
        if (answer.isEmpty()) {
            revive(box, before, command);
        } else if (answer.get().isHeld()) {
            held++;
        } else {
            assertThat(answer.get().ok()).as(command + ": " + answer.get()).isTrue();
            changes++;
            note(box, answer.get());
        }
    }

    private static Command next(String box, Optional<JsonObject> before) {
        if (before.isEmpty()) {
            JsonValue identity =
                    JsonObject.builder()
                            .put("boxId", box)
                            .put("name", "contended")
                            .put("ownerBotId", "bot")
                            .build();
            return new Command("deletion.prepare", "identity", identity);
        }
        int rank = STATUSES.indexOf(before.get().string("status").orElse("")) + 1;
        if (rank == STATUSES.size()) {
            return new Command("deletion.retire", "boxId", new JsonString(box));
        }
        JsonValue receipt =
                JsonObject.builder()
                        .put("id", "bdop_" + hex(box))
                        .put("kind", "sandbox")
                        .put("targetId", box)
                        .put("status", STATUSES.get(rank))
                        .build();
        return new Command(
                "deletion.markAccepted",
                JsonObject.builder().put("boxId", box).put("operation", receipt).build());
    }

    private static String hex(String box) {
        String digits = box.replaceAll("[^0-9]", "");
        return digits + "0".repeat(32 - digits.length());
    }

    private void note(String box, Answer answer) {
        answer.record().ifPresentOrElse(it -> standing.put(box, it), () -> standing.remove(box));
    }

    /// The program was killed in a change, which is now made or not made, and nothing else.
    private void revive(String box, Optional<JsonObject> before, Command command)
            throws IOException {
        peer.close();
        peer = start.peer();
        revivals++;
        Optional<Answer> found = peer.ask(Command.get(box), directory);
        while (found.isPresent() && found.get().isHeld()) {
            held++;
            found = peer.ask(Command.get(box), directory);
        }
        if (found.isEmpty()) {
            revive(box, before, command); // Killed again.
            return;
        }
        assertThat(found.get().ok()).as("after a kill: " + found.get()).isTrue();
        String expected = statusAfter(command);
        Optional<JsonObject> now = found.get().record();
        if (!now.equals(before)) {
            assertThat(now.map(Contender::status).orElse("none"))
                    .as(command.toString())
                    .isEqualTo(expected);
        }
        note(box, found.get());
    }

    private static String statusAfter(Command command) {
        return switch (command.operation()) {
            case "deletion.prepare" -> "prepared";
            case "deletion.retire" -> "none";
            default ->
                    ((JsonObject) command.arguments().member("operation").orElseThrow())
                            .string("status")
                            .orElseThrow();
        };
    }

    private static String status(JsonObject record) {
        return record.string("status").orElse("prepared");
    }
}
