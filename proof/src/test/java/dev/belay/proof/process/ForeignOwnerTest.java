package dev.belay.proof.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.proof.program.Custody;
import dev.belay.proof.program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Locks that another left, as on a file system without kernel locks, and what real numbers, boots,
/// and namespaces tell of their owners.
class ForeignOwnerTest {
    private static final String OTHER_BOOT = "00000000-0000-4000-8000-000000000000";
    private static final List<String> OTHER_TIME = List.of("unshare", "--time", "--boottime");

    @TempDir private Path scratch;
    private Premises premises;
    private Process living;
    private JsonObject owner;

    @BeforeEach
    void open() throws IOException {
        premises = new Premises(scratch);
        Files.createDirectory(premises.custody().root());
        Files.createDirectory(premises.custody().deletion());
        for (Path each : List.of(premises.custody().root(), premises.custody().deletion())) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwx------"));
        }
        living = new ProcessBuilder("sleep", "600").start();
        String stat = Files.readString(Path.of("/proc/" + living.pid() + "/stat"));
        String start = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19];
        String namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        owner =
                JsonObject.builder()
                        .put("version", 1)
                        .put("pid", living.pid())
                        .put("token", UUID.randomUUID().toString())
                        .put("createdAt", Instant.now().toEpochMilli())
                        .put("start", start)
                        .put(
                                "boot",
                                Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                                        .strip())
                        .put("pidNamespace", namespace.replaceAll("\\D", ""))
                        .build();
    }

    @AfterEach
    void close() {
        living.destroyForcibly();
        premises.close();
    }

    @Test
    void the_process_that_it_names_is_alive() throws Exception {
        assertIsKept(owner, "which is alive");
    }

    @Test
    void a_number_that_belongs_to_another_process_now_is_gone() throws Exception {
        String start = Long.toString(Long.parseLong(owner.string("start").orElseThrow()) - 1);

        assertIsTaken(with("start", start));
    }

    @Test
    void a_number_that_nobody_has_is_gone() throws Exception {
        living.destroyForcibly().waitFor();

        assertIsTaken(owner);
    }

    @Test
    void an_owner_before_the_last_boot_is_gone_even_if_its_number_and_start_are_taken()
            throws Exception {
        assertIsTaken(with("boot", OTHER_BOOT));
    }

    @Test
    void an_owner_that_says_the_kernel_knows_and_keeps_nothing_locked_is_gone() throws Exception {
        assertIsTaken(with("kernelLock", JsonBoolean.TRUE));
    }

    @Test
    void an_owner_in_another_namespace_takes_an_operators_word() throws Exception {
        assertIsKept(with("pidNamespace", "1"), "which runs in another PID namespace");

        assertThat(premises.console("deletion", "unlock").exit()).isEqualTo(3);
        assertThat(premises.custody().lock()).isPresent();
        Ran unlocked =
                premises.console(
                        "deletion", "unlock", "--owner-is-gone", "--evidence", "host is no more");
        assertThat(unlocked.exit()).as(unlocked.toString()).isZero();
        assertThat(premises.custody().released()).containsExactly(Custody.LOCK);
        assertThat(premises.console(premises.request("--no-wait")).exit()).isEqualTo(4);
    }

    @Test
    void a_lock_from_the_future_is_judged_by_its_owner_and_not_by_its_age() throws Exception {
        long future = Instant.now().plus(Duration.ofDays(400)).toEpochMilli();
        JsonObject later = with("createdAt", JsonNumber.of(future));

        assertIsKept(later, "which is alive");
        living.destroyForcibly().waitFor();
        assertIsTaken(later);
    }

    /// In a time namespace the kernel says that every process started at another time.
    @Test
    void an_owner_is_not_taken_for_another_process_in_a_time_namespace() throws Exception {
        List<String> surroundings = new ArrayList<>(OTHER_TIME);
        surroundings.add("100000");
        List<String> attempt = new ArrayList<>(surroundings);
        attempt.add("true");
        assumeTrue(
                Ran.of(attempt, Map.of(), Premises.LIMIT).exit() == 0,
                "this machine lets nobody make a time namespace");
        String record = leave(owner);

        Ran refused = premises.belayIn(surroundings, premises.request("--no-wait"));

        assertThat(refused.exit()).as(refused.toString()).isEqualTo(3);
        assertThat(premises.custody().lock()).contains(record);
    }

    private void assertIsKept(JsonObject record, String why) throws IOException {
        String left = leave(record);

        Ran refused = premises.console(premises.request("--no-wait"));

        assertThat(refused.exit()).as(refused.toString()).isEqualTo(3);
        assertThat(refused.err()).contains("by process " + living.pid() + ", " + why);
        assertThat(premises.custody().lock()).contains(left);
        assertThat(premises.boat().deletes()).isEmpty();
    }

    private void assertIsTaken(JsonObject record) throws IOException {
        leave(record);

        Ran taken = premises.console(premises.request("--no-wait"));

        assertThat(taken.exit()).as(taken.toString()).isEqualTo(4);
        assertThat(premises.custody().names()).noneMatch(name -> name.contains(".lock"));
        assertThat(premises.console("doctor").out()).isEqualTo("All is well.\n");
    }

    private JsonObject with(String name, String value) {
        return with(name, new JsonString(value));
    }

    private JsonObject with(String name, JsonValue value) {
        Map<String, JsonValue> members = new LinkedHashMap<>(owner.members());
        members.put(name, value);
        return JsonObject.of(members);
    }

    private String leave(JsonObject record) throws IOException {
        String text = JsonText.print(record) + "\n";
        Path lock = premises.custody().deletion().resolve(Custody.LOCK);
        Files.writeString(lock, text);
        Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-------"));
        return text;
    }
}
