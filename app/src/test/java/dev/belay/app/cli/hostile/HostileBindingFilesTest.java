package dev.belay.app.cli.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.sim.explore.Budget;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every file of a binding that is no log, damaged in every way, under each command of the
/// connector: the right exit code, a text that an operator can use, and the file as it was.
@Timeout(120)
class HostileBindingFilesTest {
    private static final Map<String, List<String>> COMMANDS =
            BindingCommands.of("1289341234567890123");

    /// What the quick budget does to each file.
    private static final Set<Damage> USUAL =
            EnumSet.of(Damage.EMPTY, Damage.NOT_JSON, Damage.SYMBOLIC_LINK, Damage.PIPE);

    private static final Map<BindingPlace, Map<String, Integer>> USUAL_EXITS =
            new EnumMap<>(BindingPlace.class);

    @TempDir static Path home;
    private static Path sound;

    @TempDir Path place;

    @BeforeAll
    static void sound_binding() throws IOException {
        sound = home.resolve("sound");
        put(sound, BindingPlace.SETTINGS);
        CommandLineRun belay = belay(sound).typing("one\n");
        assertThat(belay.run("connector", "run", "demo").exit()).as(belay.err()).isZero();
        put(sound, BindingPlace.TURN);
        for (String log : List.of("inbox", "admissions", "outbox")) {
            String line =
                    log.equals("outbox")
                            ? "{\"nonce\":\"n-open\",\"status\":\"intent\"}\n"
                            : "{\"id\":\"1289341234567890123\",\"at\":\"2026-03-01\"}\n";
            Files.writeString(
                    sound.resolve("root/discord/demo").resolve(log + ".jsonl"),
                    line,
                    StandardOpenOption.APPEND);
        }
    }

    private static Path put(Path place, BindingPlace file) throws IOException {
        Path path = place.resolve(file.path());
        Files.createDirectories(path.getParent());
        Files.setPosixFilePermissions(
                path.getParent(), PosixFilePermissions.fromString("rwx------"));
        Files.writeString(path, file.sound());
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        return path;
    }

    private static CommandLineRun belay(Path place) {
        return new CommandLineRun()
                .in(LocalWorld.create())
                .with("BELAY_HOME", place.resolve("root").toString())
                .with("XDG_CONFIG_HOME", place.resolve("config").toString());
    }

    private static Stream<Arguments> damages() {
        return Arrays.stream(BindingPlace.values())
                .flatMap(file ->
                        Arrays.stream(Damage.values())
                                .filter(Damage::isPossible)
                                .filter(file::isHurtBy)
                                .filter(it -> Budget.current() == Budget.DEEP || USUAL.contains(it))
                                .map(damage -> Arguments.of(file, damage)));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void a_damaged_file_is_refused_with_its_name_and_stays_as_it_is(
            BindingPlace file, Damage damage) throws IOException {
        Map<String, Integer> usual = usual(file);
        for (Map.Entry<String, List<String>> command : COMMANDS.entrySet()) {
            String name = command.getKey();
            String[] words = command.getValue().toArray(String[]::new);
            Path harmed = copy();
            Path damaged = put(harmed, file);
            damage.doTo(damaged);
            Trace before = Trace.of(damaged);

            CommandLineRun belay = belay(harmed).run(words);

            boolean isRefused = file.exits().containsKey(name);
            String said = belay.out() + belay.err();
            assertThat(belay.exit())
                    .as("%s: %s", name, said)
                    .isEqualTo(file.exits().getOrDefault(name, usual.get(name)));
            assertThat(said).as(name).doesNotContain("Exception", "\tat ", "BLY-0061");
            if (isRefused) {
                assertThat(said).as(name).contains(file.label()).doesNotContain(harmed.toString());
                assertThat(Trace.of(damaged)).as(name).isEqualTo(before);
            } else if (Files.exists(damaged, LinkOption.NOFOLLOW_LINKS)
                    && file != BindingPlace.STOP) {
                assertThat(Trace.of(damaged).content()).as(name).isEqualTo(before.content());
            }
        }
    }

    @Test
    void a_directory_in_the_place_of_a_part_is_refused_with_what_helps() throws IOException {
        Path harmed = copy();
        Path part = put(harmed, BindingPlace.PART);
        Damage.DIRECTORY.doTo(part);

        for (String command : List.of("doctor", "resolve")) {
            List<String> words = COMMANDS.getOrDefault(command, List.of());

            CommandLineRun belay = belay(harmed).run(words.toArray(String[]::new));

            assertThat(belay.exit()).as(command).isEqualTo(5);
            assertThat(belay.out() + belay.err())
                    .as(command)
                    .contains(BindingPlace.PART.label(), "is a directory")
                    .doesNotContain("BLY-0060", harmed.toString());
        }
    }

    /// How each command ends with a sound file.
    private Map<String, Integer> usual(BindingPlace file) throws IOException {
        Map<String, Integer> usual = USUAL_EXITS.get(file);
        if (usual == null) {
            usual = new LinkedHashMap<>();
            for (Map.Entry<String, List<String>> command : COMMANDS.entrySet()) {
                Path whole = copy();
                put(whole, file);
                String[] words = command.getValue().toArray(String[]::new);
                usual.put(command.getKey(), belay(whole).run(words).exit());
            }
            USUAL_EXITS.put(file, usual);
        }
        return usual;
    }

    private Path copy() throws IOException {
        Path to = Files.createTempDirectory(place, "copy");
        try (Stream<Path> all = Files.walk(sound)) {
            for (Path from : all.toList()) {
                Files.copy(
                        from,
                        to.resolve(sound.relativize(from).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return to;
    }
}
