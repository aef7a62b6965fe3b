package dev.belay.app.cli.custody;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.connector.TurnId;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.TextDigest;
import dev.belay.connector.ownership.RunLock;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `belay explain` of messages, as it is typed.
class ExplainMessageTest {
    private static final Path BINDING = Path.of("/belay/discord/support");
    private static final String SECRET = "the text of a message";
    private static final String NONCE = "8wKk0hT1cQ2mZ5nV7xB3dA";

    private final SimHost host = new SimHost();
    private final World world = host.start("operator").world();
    private final SimProcess connector = host.start("connector");

    /// A message for each fate, its number that of the fate's test.
    @BeforeEach
    void messages_of_every_fate() throws IOException {
        try (ConnectorJournal journal = ConnectorJournal.open(world, BINDING, "discord/support")) {
            Instant now = host.clock().now();
            for (String id : List.of("100", "200", "300", "400", "500")) {
                InboxLine line = InboxLine.of(id, now, new InboxLine.Origin("55", "66"));
                journal.inbox().accept(line.withText(SECRET));
            }
            for (String id : List.of("200", "300", "400")) {
                journal.admissions().append(AdmissionLine.of(id, now, 1));
            }
            turn(journal, "300", "nonce-of-message-300");
            turn(journal, "400", NONCE);
            intend(journal, "nonce-of-message-300", "300");
            journal.outbox().append(OutboxLine.confirmed("nonce-of-message-300", now, "9"));
            intend(journal, NONCE, "400");
            journal.drop(DropLine.of("500", now, "ceiling"));
            journal.drop(DropLine.of("600", now, "not-allowed"));
            journal.drop(DropLine.gap("55", now, "700", Optional.of("799")));
            journal.pending().keep("100", JsonObject.builder().put("text", SECRET).build());
        }
    }

    private static void turn(ConnectorJournal journal, String id, String nonce) throws IOException {
        JsonObject part = JsonObject.builder().put("nonce", nonce).build();
        journal.turns()
                .write(
                        new TurnId(id),
                        JsonObject.builder()
                                .put("outcome", "answered")
                                .put("parts", new JsonArray(List.of(part)))
                                .put("question", SECRET)
                                .put("answer", SECRET)
                                .build());
    }

    private void intend(ConnectorJournal journal, String nonce, String turn) throws IOException {
        OutboxLine intent =
                OutboxLine.intent(
                        nonce,
                        host.clock().now(),
                        new OutboxLine.Part(turn, 0, "55"),
                        TextDigest.of(SECRET));
        journal.outbox().append(intent.withText(SECRET));
    }

    @ParameterizedTest
    @CsvSource({
        "100, waiting, is kept until it is settled",
        "200, interrupted, `interrupted`",
        "300, over, nonce-of-message-300",
        "400, unsettled, belay connector resolve",
        "500, dropped, ceiling",
        "600, refused, not-allowed",
        "750, missed, \"after\":\"700\""
    })
    void a_message_has_a_fate_and_its_text_is_never_shown(String id, String fate, String more) {
        CommandLineRun people = run("explain", id);
        assertThat(people.exit()).isZero();
        assertThat(people.out()).contains(id + " in support: " + fate, more);

        CommandLineRun scripts = run("explain", id, "--json");
        assertThat(scripts.out())
                .contains("\"id\":\"%s\"".formatted(id), "\"fate\":\"%s\"".formatted(fate));

        assertThat(people.out() + scripts.out()).doesNotContain(SECRET);
    }

    @Test
    void a_part_leads_to_its_message() {
        assertThat(run("explain", NONCE).out()).contains("400 in support: unsettled", NONCE);
    }

    @Test
    void an_admitted_message_of_a_live_owner_is_being_answered() throws IOException {
        World owner = connector.world();
        new RunLock(
                        owner,
                        PrivateDirectory.create(owner, BINDING, "discord/support"),
                        Duration.ZERO)
                .claim();

        assertThat(run("explain", "200").out()).contains("200 in support: running");
    }

    @Test
    void a_part_that_the_record_names_and_no_line_has_was_not_sent() throws IOException {
        try (ConnectorJournal journal = ConnectorJournal.open(world, BINDING, "discord/support")) {
            turn(journal, "100", "nonce-of-message-100");
        }

        assertThat(run("explain", "100").out())
                .contains("100 in support: unsent", "not sent     nonce-of-message-100");
    }

    @Test
    void what_no_file_knows_is_told() {
        CommandLineRun unknown = run("explain", "999");

        assertThat(unknown.exit()).isEqualTo(1);
        assertThat(unknown.err()).contains("BLY-0073");
        assertThat(run("explain", "100", "--binding", "suport").err()).contains("BLY-0071");
    }

    @Test
    void a_named_binding_is_asked_for_an_id_of_any_form() {
        assertThat(run("explain", "web-1").exit()).isEqualTo(2);
        assertThat(run("explain", "web-1", "--binding", "support").err()).contains("BLY-0073");
        assertThat(run("explain", "100", "--binding", "support").out()).contains("waiting");
    }

    private CommandLineRun run(String... arguments) {
        return new CommandLineRun().with("BELAY_HOME", "/belay").in(world).run(arguments);
    }
}
