package dev.belay.app.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.sim.explore.Budget;
import dev.belay.simulators.FakeBoat;
import dev.belay.simulators.FakeBoatOptions;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every state file, damaged in every way, under every command: the right exit code, a text that an
/// operator can use, and the file as it was.
@Timeout(60)
class HostileStateTest {
    private static final String HELD = "bx_23456789";
    private static final String GONE = "bx_2345678a";
    private static final String BLOCKED = "bx_2345678b";
    private static final String NEW = "bx_2345678c";

    private static final World WORLD = LocalWorld.create();

    /// Those that only look come first.
    private static final Map<String, List<String>> COMMANDS = commands();

    /// What the quick budget runs on a file that is damaged in one of the usual ways.
    private static final Set<String> FEW =
            Set.of("list", "explain", "doctor", "audit", "request", "unlock", "stop", "clear");

    private static final Set<Damage> UNUSUAL =
            EnumSet.of(Damage.TRUNCATED, Damage.PIPE, Damage.READABLE_BY_ALL);

    @TempDir static Path home;
    private static FakeBoat boat;
    private static Path sound;

    @TempDir Path place;

    private static Map<String, List<String>> commands() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("list", List.of("deletion", "list"));
        all.put("show", List.of("deletion", "show", HELD));
        all.put("status", List.of("status"));
        all.put("explain", List.of("explain", HELD));
        all.put("doctor", List.of("doctor"));
        all.put("audit", List.of("audit", "verify"));
        all.put("check", List.of("deletion", "check", HELD));
        all.put("request", List.of("deletion", "request", NEW, "--name", "web-4", "--no-wait"));
        all.put("follow", List.of("deletion", "follow", HELD, "--no-wait"));
        all.put("retry", List.of("deletion", "retry", BLOCKED, "--no-wait"));
        all.put("forget", List.of("deletion", "forget", BLOCKED, "--missing", "--reason", "x"));
        all.put("resolve", List.of("deletion", "resolve", HELD, "--evidence", "ticket 812"));
        all.put("unlock", List.of("deletion", "unlock"));
        all.put("stop", List.of("stop", "--all", "--reason", "look"));
        all.put("clear", List.of("clear", "--all", "--yes"));
        return all;
    }

    @BeforeAll
    static void sound_data_root() throws IOException {
        boat = FakeBoat.start(FakeBoatOptions.USUAL, WORLD.clock(), WORLD.waiting());
        sound = home.resolve("sound");
        CommandLineRun belay = belay(sound);
        belay.run("deletion", "request", GONE, "--name", "web-2");
        assertThat(belay.exit()).isZero();
        boat.fail("DELETE /sandboxes/* status=409");
        belay.run("deletion", "request", BLOCKED, "--name", "web-3", "--no-wait");
        boat.progress("pending", "pending");
        belay.run("deletion", "request", HELD, "--name", "web-1", "--no-wait");
        assertThat(belay.exit()).isEqualTo(4);
    }

    @AfterAll
    static void stop_boat() {
        boat.close();
    }

    private static CommandLineRun belay(Path root) {
        String origin = boat.control().resolve("/").toString();
        return new CommandLineRun()
                .in(WORLD)
                .with("BELAY_HOME", root.toString())
                .with("BELAY_DELETION_PROVIDER", "simulated")
                .with("BELAY_DELETION_MAXPERHOUR", "100")
                .with("BELAY_DELETION_SIMULATED_URL", origin.substring(0, origin.length() - 1));
    }

    private static Stream<Arguments> damages() {
        return Arrays.stream(Place.values())
                .flatMap(file ->
                        Arrays.stream(Damage.values())
                                .filter(Damage::isPossible)
                                .filter(file::isHurtBy)
                                .map(damage -> Arguments.of(file, damage)));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void a_damaged_file_is_refused_with_its_name_and_stays_as_it_is(Place file, Damage damage)
            throws IOException {
        Path root = copy();
        Path damaged = prepare(root, file);
        damage.doTo(damaged);
        Trace before = Trace.of(damaged);
        CommandLineRun belay = belay(root);
        Map<String, Integer> exits = file.exits();

        for (Map.Entry<String, List<String>> command : COMMANDS.entrySet()) {
            String name = command.getKey();
            if (!isRun(name, damage)) {
                continue;
            }
            int deletes = boat.deletes().size();
            belay.run(command.getValue().toArray(String[]::new));

            String said = belay.out() + belay.err();
            int exit = exits.getOrDefault(name, belay.exit());
            assertThat(belay.exit()).as("%s: %s", name, said).isEqualTo(exit);
            assertThat(said)
                    .as(name)
                    .doesNotContain(place.toString(), "Exception", "\tat ", "BLY-0061", "null");
            if (exits.containsKey(name) && exit != 0) {
                assertThat(said).as(name).contains(file.path());
                assertHelpful(belay, name);
                assertThat(boat.deletes()).as(name).hasSize(deletes);
            }
            assertThat(Trace.of(damaged)).as(name).isEqualTo(before);
        }
    }

    private static boolean isRun(String command, Damage damage) {
        return FEW.contains(command) || UNUSUAL.contains(damage) || Budget.current() == Budget.DEEP;
    }

    /// The last line that is said is what helps; the examination has one behind each finding.
    private static void assertHelpful(CommandLineRun belay, String name) {
        if (name.equals("doctor") || name.equals("audit")) {
            assertThat(belay.out() + belay.err()).as(name).containsPattern("\n +\\S");
        } else {
            assertThat(belay.err()).as(name).containsPattern("BLY-\\d{4}\\)\n  \\S");
        }
    }

    @Test
    void a_refusal_is_a_document_for_scripts_too() throws IOException {
        Path root = copy();
        Damage.READABLE_BY_ALL.doTo(root.resolve(Place.JOURNAL.path()));

        CommandLineRun belay = belay(root).run("deletion", "list", "--json");

        assertThat(belay.exit()).isEqualTo(5);
        assertThat(belay.out())
                .isEqualTo(
                        "{\"ok\":false,\"error\":{\"code\":\"BLY-0008\","
                                + "\"where\":\"deletion/box-delete-requests.json\",\"message\":"
                                + "\"deletion/box-delete-requests.json: has mode 0644, and others"
                                + " may not have access to it\",\"help\":\"check that nobody has"
                                + " changed it, then run chmod 0600 on it\"},\"exitCode\":5}\n");
    }

    @Test
    void a_second_name_of_a_file_keeps_what_it_stood_for() throws IOException {
        for (Place file : List.of(Place.JOURNAL, Place.AUDIT, Place.HEAD, Place.BUDGET)) {
            Path root = copy();
            Path backup = root.resolve("backup");
            Files.createLink(backup, root.resolve(file.path()));
            byte[] before = Files.readAllBytes(backup);
            CommandLineRun belay = belay(root);

            COMMANDS.values().forEach(words -> belay.run(words.toArray(String[]::new)));

            assertThat(Files.readAllBytes(backup)).as(file.path()).isEqualTo(before);
        }
    }

    /// The file to be damaged, as it is in use.
    private static Path prepare(Path root, Place file) throws IOException {
        switch (file) {
            case STOP -> belay(root).run("stop", "--all", "--reason", "before");
            case LOCK -> {
                Path lock = root.resolve(file.path());
                Files.writeString(
                        lock,
                        "{\"version\":1,\"pid\":2147483647,\"token\":"
                                + "\"00000000-0000-4000-8000-000000000000\",\"createdAt\":1}\n");
                Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-------"));
            }
            default -> {}
        }
        return root.resolve(file.path());
    }

    private Path copy() throws IOException {
        Path root = Files.createTempDirectory(place, "root");
        try (Stream<Path> all = Files.walk(sound)) {
            for (Path from : all.toList()) {
                Path to = root.resolve(sound.relativize(from).toString());
                Files.copy(
                        from,
                        to,
                        StandardCopyOption.COPY_ATTRIBUTES,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return root;
    }
}
