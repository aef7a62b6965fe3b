package dev.belay.app.cli.connector.owner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.connector.TurnId;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.ReloadLine;
import dev.belay.connector.line.TextDigest;
import dev.belay.connector.ownership.Ownership;
import dev.belay.connector.ownership.RunLock;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.json.JsonObject;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
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
import org.junit.jupiter.params.provider.ValueSource;

/// What an operator does to a binding, as it is typed.
class OwnerCommandsTest {
    private static final Path BINDING = Path.of("/belay/discord/support");
    private static final String SECRET = "the text of a message";
    private static final String GENERATION = "3f0c1ad2-8a52-4bb1-9d5e-0e5d4f4c1b2a";

    private final SimHost host = new SimHost();
    private final World world = host.start("operator").world();
    private final SimProcess connector = host.start("connector");

    @BeforeEach
    void a_binding_with_a_history() throws IOException {
        Instant now = host.clock().now();
        try (ConnectorJournal journal = ConnectorJournal.open(world, BINDING, "discord/support")) {
            for (String id : List.of("100", "200")) {
                journal.inbox().accept(InboxLine.of(id, now, new InboxLine.Origin("55", "66")));
                journal.admissions().append(AdmissionLine.of(id, now, 1));
            }
            journal.turns()
                    .write(
                            new TurnId("100"),
                            JsonObject.builder()
                                    .put("startedAt", "2026-01-01T00:00:00.000Z")
                                    .put("outcome", "answered")
                                    .put("text", SECRET)
                                    .build());
            journal.pending().keep("200", JsonObject.builder().put("text", SECRET).build());
            intend(journal, "nonce-one", 0);
            journal.outbox().append(OutboxLine.confirmed("nonce-one", now, "9"));
            intend(journal, "nonce-two", 1);
            journal.parts().keep("nonce-two", JsonObject.builder().put("text", SECRET).build());
            journal.drops().append(DropLine.gap("55", now, "90", Optional.of("99")));
            journal.reloads().append(ReloadLine.refused(now, "the name has changed"));
        }
    }

    private void intend(ConnectorJournal journal, String nonce, int part) throws IOException {
        journal.outbox()
                .append(
                        OutboxLine.intent(
                                nonce,
                                host.clock().now(),
                                new OutboxLine.Part("100", part, "55"),
                                TextDigest.of(SECRET)));
    }

    @Test
    void status_tells_everything_and_no_text() {
        CommandLineRun status = run("connector", "status", "support");

        assertThat(status.exit()).isZero();
        assertThat(status.out())
                .contains("support: nobody runs it")
                .contains("2 accepted, 1 waiting")
                .contains("in flight    1: 200")
                .contains("nonce-two  intent")
                .contains("belay connector resolve support")
                .contains("\"reason\":\"gap\"")
                .contains("the name has changed")
                .doesNotContain("nonce-one")
                .doesNotContain(SECRET);
        assertThat(run("connector", "status", "--json").out())
                .contains("\"binding\":\"support\"")
                .contains("\"state\":\"free\"")
                .contains("\"admittedToday\":2")
                .doesNotContain(SECRET);
    }

    @Test
    void status_shows_how_much_of_the_ceiling_is_used() throws IOException {
        assertThat(run("connector", "status", "--json").out()).contains("\"ceiling\":null");
        Path bindings = Path.of("/config/belay/bindings");
        try (Directory directory = PrivateDirectory.create(world, bindings, "");
                var file =
                        directory.open(
                                "support.yaml",
                                0600,
                                dev.belay.system.OpenOption.WRITE,
                                dev.belay.system.OpenOption.CREATE)) {
            byte[] text =
                    "ceilings: {daily: 7}\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);
            file.write(text, 0, text.length, 0);
        }

        CommandLineRun status =
                new CommandLineRun()
                        .with("BELAY_HOME", "/belay")
                        .with("XDG_CONFIG_HOME", "/config")
                        .in(world)
                        .run("connector", "status");

        assertThat(status.out()).contains("admitted     2 of at most 7 today (UTC)");
    }

    @Test
    void status_shows_a_live_owner_a_dead_one_and_the_brake() throws IOException {
        Ownership owner = claim(connector.world());
        assertThat(owner.kernelLocked()).isTrue();
        assertThat(run("connector", "status").out())
                .contains("process " + connector.hostPid() + ", which")
                .contains("since");

        run("connector", "stop", "support", "--reason", "ticket 8");
        connector.kill();

        CommandLineRun after = run("connector", "status", "support", "--json");
        assertThat(after.out())
                .contains("\"state\":\"dead\"")
                .contains("\"stopped\":true")
                .contains("ticket 8");
    }

    @Test
    void status_writes_nothing_and_takes_no_lock() throws IOException {
        List<String> before = names();

        run("connector", "status");
        run("connector", "history", "support");

        assertThat(names()).isEqualTo(before);
    }

    @Test
    void status_of_a_damaged_journal_still_shows_owner_and_brake() throws IOException {
        run("connector", "stop", "support");
        try (Directory directory = PrivateDirectory.create(world, BINDING, "");
                var file = directory.open("inbox.jsonl", 0600, dev.belay.system.OpenOption.WRITE)) {
            file.write("no JSON".getBytes(java.nio.charset.StandardCharsets.UTF_8), 0, 7, 0);
        }

        CommandLineRun status = run("connector", "status");

        assertThat(status.exit()).isEqualTo(5);
        assertThat(status.out()).contains("STOP is set").contains("inbox.jsonl");
    }

    @Test
    void history_shows_the_last_turns_and_their_parts() {
        assertThat(run("connector", "history", "support").out())
                .containsSubsequence(
                        "100", "2026-01-01T00:00:00.000Z", "answered", "confirmed intent")
                .containsSubsequence("200", "in flight")
                .doesNotContain(SECRET);
        assertThat(run("connector", "history", "support", "--last", "1").out())
                .contains("200")
                .doesNotContain("100");
        assertThat(run("connector", "history", "support", "--last", "0").exit()).isEqualTo(2);
    }

    @Test
    void stop_brakes_and_asks_the_live_owner_to_end() throws IOException {
        claim(connector.world());

        CommandLineRun stop = run("connector", "stop", "support", "--reason", "ticket 8");

        assertThat(stop.exit()).isZero();
        assertThat(stop.out()).contains("Process " + connector.hostPid() + " was asked to end");
        assertThat(connector.isAskedToEnd()).isTrue();
    }

    @Test
    void stop_signals_nobody_else() throws IOException {
        claim(connector.world());
        long pid = connector.hostPid();
        connector.kill();
        host.reusePid(pid);
        SimProcess stranger = host.startAgainAs("stranger", pid);

        CommandLineRun stop = run("stop", "support", "--json");

        assertThat(stop.exit()).isZero();
        assertThat(stop.out()).contains("\"signal\":{\"sent\":false}");
        assertThat(stranger.isAskedToEnd()).isFalse();
    }

    @Test
    void clear_shows_asks_audits_and_removes() {
        run("stop", "support", "--reason", "ticket 8");

        assertThat(run("clear", "support").exit()).isEqualTo(3);
        assertThat(run("clear", "support", "--yes").out()).contains("ticket 8").contains("Cleared");
        assertThat(run("connector", "clear", "support").out()).contains("No STOP is set");
        assertThat(run("audit").out()).contains("connector.clear").contains("ticket 8");
    }

    @Test
    void recover_removes_the_lock_of_a_dead_owner_and_audits_it() throws IOException {
        claim(connector.world());
        assertThat(run("connector", "recover", "support").exit()).isEqualTo(3);
        connector.kill();

        assertThat(run("connector", "recover", "support").out()).contains("Removed");
        assertThat(run("connector", "recover", "support").out()).contains("Clean");
        assertThat(run("audit").out()).contains("connector.recover").contains("dead");
    }

    @Test
    void recover_is_refused_under_a_brake() {
        run("stop", "support");

        assertThat(run("connector", "recover", "support").exit()).isEqualTo(3);
    }

    @Test
    void unlock_leaves_the_brake_set() throws IOException {
        claim(connector.world());
        assertThat(run("connector", "unlock", "support").exit()).isEqualTo(1);
        assertThat(run("connector", "status").out()).doesNotContain("STOP is set");
        connector.kill();

        assertThat(run("connector", "unlock", "support").out()).contains("removed the lock");
        assertThat(run("connector", "status").out()).contains("STOP is set").contains("unlock");
        assertThat(run("audit").out()).contains("connector.unlock");
    }

    @Test
    void a_script_lifts_its_own_brake_and_no_other() {
        assertThat(generation("hold").exit()).isZero();
        assertThat(generation("unhold").out()).contains("Lifted");
        assertThat(generation("unhold").out()).contains("No STOP is set");

        generation("hold");
        run("stop", "support", "--reason", "a person");

        CommandLineRun refused = generation("unhold");
        assertThat(refused.exit()).isEqualTo(3);
        assertThat(run("connector", "status").out()).contains("a person");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hold", "unhold"})
    void a_generation_is_named(String command) {
        assertThat(run("connector", command, "support").exit()).isEqualTo(2);
    }

    @Test
    void resolve_settles_a_part_once_and_forgets_its_text() throws IOException {
        CommandLineRun resolved = run("connector", "resolve", "support", "nonce-two", "confirmed");

        assertThat(resolved.exit()).isZero();
        assertThat(run("connector", "status").out()).contains("not settled  0 parts");
        assertThat(run("audit").out()).contains("connector.resolve").contains("nonce-two");
        try (ConnectorJournal journal = ConnectorJournal.open(world, BINDING, "discord/support")) {
            assertThat(journal.parts().names()).isEmpty();
        }
        CommandLineRun again = run("connector", "resolve", "support", "nonce-two", "refused");
        assertThat(again.exit()).isEqualTo(1);
        assertThat(again.err()).contains("is confirmed").contains("BLY-0072");
    }

    @Test
    void resolve_refuses_what_is_no_nonce_and_no_outcome() {
        assertThat(run("connector", "resolve", "support", "nonce-ten", "refused").exit())
                .isEqualTo(1);
        assertThat(run("connector", "resolve", "support", "nonce-two", "maybe").exit())
                .isEqualTo(2);
    }

    @Test
    void resolve_waits_for_no_live_owner() throws IOException {
        claim(connector.world());

        CommandLineRun refused = run("connector", "resolve", "support", "nonce-two", "confirmed");

        assertThat(refused.exit()).isEqualTo(3);
        assertThat(run("connector", "status").out()).contains("nonce-two");
    }

    @Test
    void resolve_works_under_a_brake() {
        run("stop", "support");

        assertThat(run("connector", "resolve", "support", "nonce-two", "refused").exit()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stop", "clear", "status", "history", "recover", "unlock"})
    void a_misspelt_name_is_told_and_nothing_is_made(String command) throws IOException {
        CommandLineRun typo = run("connector", command, "suport");
        CommandLineRun wrong = run("connector", command, "../etc");

        assertThat(typo.exit()).isEqualTo(1);
        assertThat(typo.err()).contains("did you mean support?").contains("BLY-0071");
        assertThat(wrong.exit()).isEqualTo(2);
        try (Directory bindings = PrivateDirectory.create(world, Path.of("/belay/discord"), "")) {
            assertThat(bindings.names().toList()).containsExactly("support");
        }
    }

    @Test
    void status_and_doctor_of_everything_tell_of_bindings_too() throws IOException {
        assertThat(run("status").out()).contains("support: nobody runs it");
        assertThat(run("status", "--json").out()).contains("\"binding\":\"support\"");
        assertThat(run("doctor").out())
                .contains("discord/support/outbox.jsonl: 1 parts of answers are not settled")
                .contains("All is well.");
        claim(connector.world());
        connector.kill();
        run("stop", "support");

        CommandLineRun doctor = run("doctor");

        assertThat(doctor.exit()).isZero();
        assertThat(doctor.out()).contains("discord/support/run.lock").contains("support/STOP");
    }

    private CommandLineRun generation(String command) {
        return run("connector", command, "support", "--generation", GENERATION);
    }

    private static Ownership claim(World owner) throws IOException {
        Directory binding = PrivateDirectory.create(owner, BINDING, "discord/support");
        return new RunLock(owner, binding, Duration.ZERO).claim();
    }

    private List<String> names() throws DiskFault {
        try (Directory binding = world.disk().open(BINDING, "");
                var names = binding.names()) {
            return names.sorted().toList();
        }
    }

    private CommandLineRun run(String... arguments) {
        return new CommandLineRun().with("BELAY_HOME", "/belay").in(world).run(arguments);
    }
}
