package dev.belay.proof.seed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.connector.line.Times;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.connector.ChatPlace;
import dev.belay.proof.program.Conversation;
import dev.belay.proof.program.Ran;
import dev.belay.proof.seed.Peer.Answer;
import dev.belay.proof.seed.Peer.Command;
import dev.belay.simulators.discord.FakeDiscord;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real run of a bot in the directory of the Node program, beside it and after it.
@Timeout(240)
class SeedRunTest {
    private static final Duration LONG_AGO = Duration.ofMinutes(10);

    @TempDir private Path scratch;
    private ChatPlace place;
    private Peer seed;

    @BeforeEach
    void a_directory_of_the_node_program() throws IOException {
        assumeTrue(Peer.oracle().isPresent(), "BELAY_ORACLE names no directory with oracle.sh");
        Path root = Files.createDirectory(scratch.resolve("root"));
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
        place = new ChatPlace(scratch, root);
        seed = Peer.seed(scratch.resolve("errors"));
        done("ensureJournal");
    }

    @AfterEach
    void close() throws IOException {
        if (seed != null) {
            seed.close();
            place.close();
        }
    }

    @Test
    void a_run_is_refused_while_the_node_program_owns_the_binding() throws Exception {
        done("writePid");

        Ran refused = place.runToItsEnd();

        assertThat(refused.exit()).as(refused.toString()).isEqualTo(3);
        assertThat(refused.err()).contains("process " + seed.pid(), "BLY-0010");
        assertThat(place.belay("connector", "status", ChatPlace.NAME).out())
                .contains("process " + seed.pid());
        done("clearPid");
        try (Conversation _ = place.connect()) {
            place.ask("one");
            place.awaitSaid("to one");
        }
    }

    @Test
    void the_node_program_is_refused_while_a_run_owns_the_binding() throws Exception {
        try (Conversation run = place.connect()) {
            assertThat(ask("writePid").exitCode()).isEqualTo(JsonNumber.of(3));
            assertThat(ask("recover").exitCode()).isEqualTo(JsonNumber.of(3));
            assertThat(done("stopTarget")).isEqualTo(JsonNumber.of(run.pid()));
            assertThat(run.isAlive()).isTrue();
            place.ask("one");
            place.awaitSaid("to one");

            done("requestStop");

            place.ask("two");
            assertThat(run.logged("\"event\":\"dropped\"")).contains("stopped");
        }
        assertThat(place.questions()).containsExactly("one");
        assertThat(place.runToItsEnd().exit()).isEqualTo(3);
    }

    @Test
    void the_brake_of_each_holds_for_the_other() {
        assertThat(place.belay("stop", ChatPlace.NAME, "--reason", "look").exit()).isZero();
        try {
            assertThat(done("stopRequested")).isEqualTo(JsonBoolean.TRUE);
            assertThat(ask("writePid").exitCode()).isEqualTo(JsonNumber.of(3));
            assertThat(place.belay("clear", ChatPlace.NAME, "--yes").exit()).isZero();
            done("requestStop");
            assertThat(place.runToItsEnd().exit()).isEqualTo(3);
            done("clearStop");
            done("writePid");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /// It was killed in the middle of everything: nothing that it may have asked or sent is asked
    /// or sent again, and what it has not decided is accounted for.
    @Test
    // Long: a few lines for each state.
    void what_the_node_program_left_in_every_state_is_taken_over() throws Exception {
        Instant then = LocalWorld.create().clock().now().minus(LONG_AGO);
        String settled = accepted(then);
        admitted(settled, then);
        turn(settled, then);
        sent("n-settled", settled, "intent", then);
        sent("n-settled", settled, "confirmed", then);
        String undecided = accepted(then);
        String asking = accepted(then);
        admitted(asking, then);
        String unsent = accepted(then);
        admitted(unsent, then);
        turn(unsent, then);
        String lost = accepted(then);
        admitted(lost, then);
        turn(lost, then);
        sent("n-lost", lost, "intent", then);
        String arrived = accepted(then);
        admitted(arrived, then);
        turn(arrived, then);
        sent("n-arrived", arrived, "intent", then);
        place.discord()
                .say(
                        FakeDiscord.CHANNEL,
                        FakeDiscord.BOT,
                        "of the Node program",
                        JsonObject.builder().put("nonce", "n-arrived").build());
        String torn = accepted(then);
        tear("admissions.jsonl", "{\"id\":\"" + torn + "\",\"at\":\"2026-");

        try (Conversation run = place.connect()) {
            run.logged("n-lost");
            place.ask("new");
            ChatPlace.await("an answer", () -> place.said().contains("to new"));
            Ran status = place.belay("connector", "status", ChatPlace.NAME);
            assertThat(status.out())
                    .contains("8 accepted, 0 waiting", "not settled  1 parts", "n-lost")
                    .doesNotContain("n-arrived");
        }
        assertThat(place.questions()).containsExactly("new");
        assertThat(place.said())
                .containsExactly("of the Node program", "interrupted", "interrupted", "to new");
        assertThat(read("drops.jsonl")).contains(undecided, "\"lost\"").doesNotContain(unsent);
        assertThat(read("outbox.jsonl")).contains("\"n-arrived\",\"status\":\"confirmed\"");
        JsonObject interrupted = (JsonObject) done("readTurn", "id", asking);
        assertThat(interrupted.string("outcome")).contains("interrupted");
        assertThat(interrupted.string("startedAt")).contains(Times.text(then));
        assertThat(((JsonArray) done("listTurns")).elements()).hasSize(7);
        assertThat(((JsonArray) done("unresolvedOutbox")).elements()).hasSize(1);
    }

    /// A message that the Node program has accepted.
    private String accepted(Instant at) throws IOException {
        String id = place.ask("something");
        done(
                "appendInbox",
                "entry",
                JsonObject.builder()
                        .put("id", id)
                        .put("at", Times.text(at))
                        .put("channel", FakeDiscord.CHANNEL)
                        .put("author", FakeDiscord.USER)
                        .build());
        return id;
    }

    private void admitted(String id, Instant at) throws IOException {
        done(
                "appendAdmission",
                "entry",
                JsonObject.builder().put("id", id).put("at", Times.text(at)).build());
    }

    private void turn(String id, Instant at) throws IOException {
        JsonObject record =
                JsonObject.builder()
                        .put("startedAt", Times.text(at))
                        .put("outcome", "answered")
                        .build();
        Command command =
                new Command(
                        "journal.writeTurn",
                        JsonObject.builder().put("id", id).put("record", record).build());
        assertThat(ask(command).ok()).isTrue();
    }

    private void sent(String nonce, String turn, String status, Instant at) throws IOException {
        done(
                "appendOutbox",
                "entry",
                JsonObject.builder()
                        .put("nonce", nonce)
                        .put("status", status)
                        .put("at", Times.text(at))
                        .put("turn", turn)
                        .put("channel", FakeDiscord.CHANNEL)
                        .build());
    }

    private void tear(String log, String line) throws IOException {
        Files.writeString(place.binding().resolve(log), line, StandardOpenOption.APPEND);
    }

    private String read(String log) throws IOException {
        return Files.readString(place.binding().resolve(log));
    }

    private JsonValue done(String operation) throws IOException {
        return done(new Command("journal." + operation, JsonObject.builder().build()));
    }

    private JsonValue done(String operation, String name, String argument) throws IOException {
        return done(operation, name, new JsonString(argument));
    }

    private JsonValue done(String operation, String name, JsonValue argument) throws IOException {
        return done(new Command("journal." + operation, name, argument));
    }

    private JsonValue done(Command command) throws IOException {
        Answer answer = ask(command);
        assertThat(answer.ok()).as(command + ": " + answer).isTrue();
        return answer.result();
    }

    private Answer ask(String operation) throws IOException {
        return ask(new Command("journal." + operation, JsonObject.builder().build()));
    }

    private Answer ask(Command command) throws IOException {
        return seed.ask(command, place.binding())
                .orElseThrow(() -> new IOException("the Node program ended"));
    }
}
