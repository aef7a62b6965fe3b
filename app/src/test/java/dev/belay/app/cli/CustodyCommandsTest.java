package dev.belay.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.simulators.FakeBoat;
import dev.belay.simulators.FakeBoatOptions;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whole command lines on a real directory, against a server that stands in for Boat.
class CustodyCommandsTest {
    private static final String WEB_1 = "bx_23456789";
    private static final String WEB_2 = "bx_2345678a";

    private final World world = LocalWorld.create();

    @TempDir Path home;
    private FakeBoat boat;
    private CommandLineRun belay;

    @BeforeEach
    void start_boat() throws IOException {
        boat = FakeBoat.start(FakeBoatOptions.USUAL, world.clock(), world.waiting());
        String origin = boat.control().resolve("/").toString();
        belay =
                new CommandLineRun()
                        .in(world)
                        .with("BELAY_HOME", home.resolve("root").toString())
                        .with("BELAY_DELETION_PROVIDER", "simulated")
                        .with(
                                "BELAY_DELETION_SIMULATED_URL",
                                origin.substring(0, origin.length() - 1));
    }

    @AfterEach
    void stop_boat() {
        boat.close();
    }

    @Test
    void a_request_is_followed_to_proof_and_audited() {
        belay.run("deletion", "request", WEB_1, "--name", "web-1");

        assertThat(belay.out()).startsWith(WEB_1 + " is gone: operation bdop_");
        assertThat(belay.exit()).isZero();
        assertThat(boat.deletes()).hasSize(1);
        assertThat(belay.run("deletion", "list").out()).isEqualTo("Nothing is in custody.\n");
        assertThat(belay.run("explain", WEB_1).out())
                .startsWith(WEB_1 + " is not in custody.\nRecorded releases:\n")
                .contains("deletion.retire")
                .contains("\"level\":\"operation\"");
        assertThat(belay.run("audit", "verify").out()).startsWith("Intact: 1 line");
    }

    @Test
    void without_waiting_it_is_pending_and_fenced() {
        assertThat(belay.run(request("--no-wait", "--json")).exit()).isEqualTo(4);
        assertThat(belay.out())
                .startsWith("{\"ok\":false,\"error\":{\"code\":\"BLY-0050\",\"where\":\"" + WEB_1)
                .endsWith("\"exitCode\":4}\n");

        assertThat(belay.run("deletion", "list").out()).contains(WEB_1).contains("accepted");
        assertThat(belay.run("deletion", "list", "--phase", "blocked").out())
                .isEqualTo("Nothing is in custody.\n");
        assertThat(belay.run("deletion", "show", WEB_1).out())
                .contains("go on with   belay deletion follow " + WEB_1);
        assertThat(belay.run("status").out()).contains("Deletions in custody: 1");

        assertThat(belay.run("deletion", "follow", "--all", "--wait", "30s").exit()).isZero();
        assertThat(belay.out()).startsWith(WEB_1 + " is gone");
        assertThat(boat.deletes()).hasSize(1);
    }

    @Test
    void the_gate_says_free_then_deleting_then_finished_then_free() {
        assertThat(belay.run("deletion", "check", WEB_1).exit()).isZero();
        assertThat(belay.out()).isEqualTo("free\n");
        boat.progress("pending", "pending", "pending", "completed");
        belay.run(request("--no-wait", "--owner", "bot-7"));

        assertThat(belay.run("deletion", "check", "--owner", "bot-7").exit()).isEqualTo(3);
        assertThat(belay.out()).isEqualTo("computer_deleting " + WEB_1 + "\n");
        int exit = 3;
        for (int look = 0; exit == 3 && look < 5; look++) {
            exit = belay.run("deletion", "check", "--owner", "bot-7").exit();
        }

        assertThat(exit).isEqualTo(4);
        assertThat(belay.out()).isEqualTo("previous_deletion_finished " + WEB_1 + "\n");
        assertThat(belay.run("deletion", "check", "--owner", "bot-7").exit()).isZero();
    }

    @Test
    void what_is_released_in_another_program_s_directory_is_in_the_audit_of_the_data_root()
            throws IOException {
        belay.run(request("--no-wait"));
        Path taken = Files.move(home.resolve("root/deletion"), home.resolve("taken"));
        belay.with("BELAY_HOME", home.resolve("new").toString())
                .with("BELAY_DELETION_DIR", taken.toString());

        assertThat(belay.run("deletion", "follow", "--all", "--wait", "30s").exit()).isZero();

        assertThat(belay.run("audit").out()).contains("deletion.retire").contains(WEB_1);
        assertThat(taken.resolve("audit.jsonl")).doesNotExist();
    }

    @Test
    void a_stop_keeps_a_delete_from_being_sent() {
        belay.run("stop", "--all", "--reason", "look");

        assertThat(belay.run(request()).exit()).isEqualTo(3);
        assertThat(boat.deletes()).isEmpty();
        assertThat(belay.run("status").out()).contains("STOP is set").contains("look");

        assertThat(belay.run("clear", "--all", "--yes").exit()).isZero();
        assertThat(belay.run(request()).exit()).isZero();
    }

    @Test
    void a_refusal_blocks_and_a_retry_is_deliberate() {
        boat.fail("DELETE /sandboxes/* status=409");

        assertThat(belay.run(request()).exit()).isEqualTo(1);
        assertThat(belay.err()).contains("is blocked").contains("belay deletion retry " + WEB_1);

        assertThat(belay.run("deletion", "retry", WEB_1).exit()).isZero();
        assertThat(boat.deletes()).hasSize(2);
    }

    @Test
    void a_refused_credential_is_nothing_to_retry_until_there_is_another() {
        boat.fail("DELETE /sandboxes/* status=401; GET /sandboxes/* status=401");

        assertThat(belay.run(request()).exit()).isEqualTo(3);
        assertThat(belay.err()).contains("BLY-0052").contains("belay deletion retry " + WEB_1);
        assertThat(belay.run("deletion", "forget", WEB_1, "--missing", "--reason", "x").exit())
                .isEqualTo(3);

        assertThat(belay.run("deletion", "retry", WEB_1).exit()).isZero();
    }

    @Test
    void protected_names_and_budgets_refuse_before_anything_is_written() {
        belay.with("BELAY_DELETION_PROTECTED", "web-*");
        assertThat(belay.run(request()).err()).contains("BLY-0045");

        belay.with("BELAY_DELETION_PROTECTED", "").with("BELAY_DELETION_MAXPERHOUR", "1");
        assertThat(belay.run(request()).exit()).isZero();
        belay.run("deletion", "request", WEB_2, "--name", "web-2");

        assertThat(belay.err()).contains("BLY-0046");
        assertThat(boat.deletes()).hasSize(1);
    }

    @Test
    void an_operator_s_word_and_a_missing_computer_release() {
        belay.run(request("--no-wait"));
        assertThat(belay.run("deletion", "resolve", WEB_1).exit()).isEqualTo(2);
        assertThat(belay.run("deletion", "resolve", WEB_1, "--evidence", "ticket 812").exit())
                .isZero();
        assertThat(belay.run("explain", WEB_1).out()).contains("ticket 812");

        assertThat(belay.run("deletion", "forget", WEB_2, "--missing", "--reason", "x").err())
                .contains("BLY-0049");
    }

    @Test
    void a_new_token_must_see_everything_in_custody() throws IOException {
        belay.run(request("--no-wait"));
        Path other = tokenFile(FakeBoat.OTHER_TOKEN);
        assertThat(
                        belay.run("deletion", "verify-credential", "--token-file", other.toString())
                                .err())
                .contains("BLY-0051");

        Path same = tokenFile(FakeBoat.TOKEN);
        belay.run("deletion", "verify-credential", "--token-file", same.toString());

        assertThat(belay.exit()).isZero();
    }

    @Test
    void looking_makes_nothing_on_a_machine_without_state() {
        assertThat(belay.run("deletion", "list").exit()).isZero();
        assertThat(belay.run("status", "--json").exit()).isZero();
        assertThat(belay.run("deletion", "follow", "--all").exit()).isZero();
        assertThat(belay.run("deletion", "show", WEB_1).err()).contains("BLY-0049");

        assertThat(home.resolve("root")).doesNotExist();
    }

    @Test
    void an_invalid_journal_exits_5_and_stays_as_it_is() throws IOException {
        belay.run(request("--no-wait"));
        Path journal = home.resolve("root/deletion/box-delete-requests.json");
        Files.writeString(journal, "{\"version\":1,\"records\":[{}]}");

        for (String[] words :
                new String[][] {
                    {"deletion", "list"}, {"status"}, {"deletion", "follow", WEB_1}, request()
                }) {
            assertThat(belay.run(words).exit()).isEqualTo(5);
            assertThat(belay.err()).contains("box-delete-requests.json").contains("record 1");
        }
        assertThat(Files.readString(journal)).isEqualTo("{\"version\":1,\"records\":[{}]}");
    }

    @Test
    void what_is_no_id_is_wrong_usage() {
        assertThat(belay.run("deletion", "request", "web-1", "--name", "x").exit()).isEqualTo(2);
        assertThat(belay.run("deletion", "request", WEB_1).exit()).isEqualTo(2);
        assertThat(belay.run("deletion", "follow").exit()).isEqualTo(2);
        assertThat(belay.run("deletion", "check").exit()).isEqualTo(2);
        assertThat(belay.run("explain", "web-1").exit()).isEqualTo(2);
        assertThat(home.resolve("root")).doesNotExist();
    }

    private Path tokenFile(String token) throws IOException {
        Path file = home.resolve("token");
        Files.writeString(file, token);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    private static String[] request(String... more) {
        String[] words = {"deletion", "request", WEB_1, "--name", "web-1"};
        String[] all = Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return all;
    }
}
