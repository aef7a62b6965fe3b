package dev.belay.proof.seed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.seed.Peer.Answer;
import dev.belay.proof.seed.Peer.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the Node program and Belay make of the same record, whatever the machine seems to say of
/// the process that it names.
class IdentityComparisonTest {
    private static final long NOBODY = 4_194_299;
    private static final String OTHER_BOOT = "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11";

    @TempDir private static Path scratch;

    @RegisterExtension private static final Peers PEERS = new Peers();
    private static Bystander bystander;
    private static String start;
    private static String boot;

    /// What a record or a machine says; null for nothing.
    private record Seen(Optional<String> start, Optional<String> boot) {
        private JsonObject json() {
            return JsonObject.builder().put("start", text(start)).put("boot", text(boot)).build();
        }

        private boolean isOfOtherBootThan(Seen machine) {
            return boot.isPresent() && machine.boot.isPresent() && !boot.equals(machine.boot);
        }

        private boolean isOfOtherStartThan(Seen machine) {
            return start.isPresent() && machine.start.isPresent() && !start.equals(machine.start);
        }

        private static JsonValue text(Optional<String> text) {
            return text.<JsonValue>map(JsonString::new).orElse(JsonNull.NULL);
        }
    }

    @BeforeAll
    static void start() throws IOException {
        bystander = Bystander.begin();
        start = bystander.start();
        boot = bystander.boot();
    }

    @AfterAll
    static void end() {
        bystander.close();
    }

    private static List<Seen> sights(String... starts) {
        List<Seen> sights = new ArrayList<>();
        for (String one : starts) {
            for (String other : List.of(boot, OTHER_BOOT, "")) {
                sights.add(
                        new Seen(
                                Optional.of(one).filter(it -> !it.isEmpty()),
                                Optional.of(other).filter(it -> !it.isEmpty())));
            }
        }
        return sights;
    }

    @Test
    void a_record_has_the_same_state_whatever_the_machine_says() throws IOException {
        int compared = 0;
        int fromAnotherBoot = 0;
        for (Seen record : sights(start, start + "1", "")) {
            for (Seen machine : sights(start, start + "1", "")) {
                for (long pid : List.of(bystander.pid(), NOBODY)) {
                    JsonObject arguments =
                            JsonObject.builder()
                                    .put("rec", ofProcess(pid, record.json()))
                                    .put("identity", seam(machine, pid, compared % 2 == 0))
                                    .build();
                    Command state = new Command("journal.ownerState", arguments);

                    String expected = text(PEERS.seed(), state);
                    String found = text(PEERS.belay(), state);

                    if (record.isOfOtherBootThan(machine)) { // J15: it is dead.
                        assertThat(found).as(state.toString()).isEqualTo("dead");
                        assertThat(expected).isIn("dead", "mismatch", "unknown");
                        fromAnotherBoot++;
                    } else if (pid != NOBODY && record.isOfOtherStartThan(machine)) {
                        // In whichever boot it ran, the number is another's now.
                        assertThat(found).as(state.toString()).isEqualTo("mismatch");
                        assertThat(expected).isIn("mismatch", "unknown");
                    } else {
                        assertThat(found).as(state.toString()).isEqualTo(expected);
                    }
                    Command alive = new Command("journal.ownerAlive", arguments);
                    assertThat(ask(PEERS.belay(), alive).result())
                            .isEqualTo(ask(PEERS.seed(), alive).result());
                    compared++;
                }
            }
        }
        assertThat(compared).isEqualTo(9 * 9 * 2);
        assertThat(fromAnotherBoot).isBetween(1, compared / 2);
    }

    /// Of all processes, or of one by its number.
    private static JsonObject seam(Seen machine, long pid, boolean isOfAll) {
        return isOfAll
                ? machine.json()
                : JsonObject.builder().put(Long.toString(pid), machine.json()).build();
    }

    @Test
    void the_seams_hold_for_the_commands_that_act_on_a_lock() throws IOException {
        Seen record = new Seen(Optional.of(start), Optional.of(boot));
        for (Seen machine : sights(start, start + "1", "")) {
            boolean differs =
                    record.isOfOtherBootThan(machine)
                            || (record.isOfOtherStartThan(machine) && machine.boot().isEmpty());
            for (String operation : List.of("stopTarget", "recover", "unlock")) {
                Path seeds = withLock();
                Path belays = withLock();
                Command command =
                        new Command(
                                "journal." + operation,
                                JsonObject.builder().put("identity", machine.json()).build());

                Answer expected = PEERS.seed().ask(command, seeds).orElseThrow();
                Answer found = PEERS.belay().ask(command, belays).orElseThrow();

                if (!differs) { // Else as above.
                    assertThat(found.ok()).as(command.toString()).isEqualTo(expected.ok());
                    assertThat(found.result()).isEqualTo(expected.result());
                    assertThat(Files.exists(belays.resolve("run.lock")))
                            .isEqualTo(Files.exists(seeds.resolve("run.lock")));
                }
            }
        }
    }

    @Test
    void a_claim_is_written_with_the_given_time_and_identity() throws IOException {
        Seen machine = new Seen(Optional.of("77"), Optional.of(OTHER_BOOT));
        JsonObject arguments =
                JsonObject.builder()
                        .put("identity", machine.json())
                        .put("now", 1_772_366_400_000L)
                        .build();
        for (Peer peer : List.of(PEERS.seed(), PEERS.belay())) {
            Path binding = binding();
            JsonObject own = ofProcess(peer.pid(), arguments);
            assertThat(peer.ask(new Command("journal.writePid", own), binding).orElseThrow().ok())
                    .isTrue();
            assertThat(Files.readString(binding.resolve("run.lock/owner.json")))
                    .contains("\"pid\":" + peer.pid())
                    .contains("\"start\":\"77\"")
                    .contains("\"boot\":\"" + OTHER_BOOT + "\"")
                    .contains("\"at\":\"2026-03-01T12:00:00.000Z\"");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "0",
                "01",
                "18446744073709551615",
                "18446744073709551616",
                "-1",
                "",
                "1 ",
                "99999999999999999999",
                OTHER_BOOT,
                "3F0C2A54-1B7E-4C55-9A60-7D1E9B1F0A11"
            })
    void the_same_texts_are_identities(String text) throws IOException {
        for (String operation : List.of("journal.validStart", "journal.validBoot")) {
            Command command = new Command(operation, "value", new JsonString(text));
            assertThat(ask(PEERS.belay(), command).result())
                    .isEqualTo(ask(PEERS.seed(), command).result());
        }
    }

    @Test
    void the_same_facts_are_read_of_processes() throws IOException {
        for (long pid : List.of(bystander.pid(), NOBODY, 1L)) {
            for (String operation : List.of("processStart", "identityOf", "pidAlive", "bootId")) {
                Command command = new Command("journal." + operation, "pid", JsonNumber.of(pid));
                assertThat(ask(PEERS.belay(), command).result())
                        .as(command.toString())
                        .isEqualTo(ask(PEERS.seed(), command).result());
            }
        }
    }

    @Test
    void both_have_the_same_constants() throws IOException {
        Command command = new Command("journal.constants", JsonObject.builder().build());
        JsonObject expected = ask(PEERS.seed(), command).record().orElseThrow();
        JsonObject found = ask(PEERS.belay(), command).record().orElseThrow();

        assertThat(found.members()).isNotEmpty();
        found.members().forEach((name, value) -> assertThat(expected.member(name)).contains(value));
    }

    private static JsonObject ofProcess(long pid, JsonObject more) {
        JsonObject.Builder record = JsonObject.builder().put("pid", pid);
        more.members().forEach(record::put);
        return record.build();
    }

    private static Path withLock() throws IOException {
        Path binding = binding();
        Path lock = Files.createDirectory(binding.resolve("run.lock"));
        Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rwx------"));
        JsonObject seen = new Seen(Optional.of(start), Optional.of(boot)).json();
        JsonObject record = ofProcess(bystander.pid(), seen);
        Path owner = lock.resolve("owner.json");
        Files.writeString(owner, JsonText.print(record) + "\n");
        Files.setPosixFilePermissions(owner, PosixFilePermissions.fromString("rw-------"));
        return binding;
    }

    private static Path binding() throws IOException {
        Path binding = Files.createTempDirectory(scratch, "binding");
        Files.setPosixFilePermissions(binding, PosixFilePermissions.fromString("rwx------"));
        return binding;
    }

    private static String text(Peer peer, Command command) throws IOException {
        Answer answer = ask(peer, command);
        assertThat(answer.ok()).as(command + " " + answer.error()).isTrue();
        return answer.result() instanceof JsonString(String text) ? text : answer.toString();
    }

    private static Answer ask(Peer peer, Command command) throws IOException {
        return peer.ask(command, scratch).orElseThrow();
    }
}
