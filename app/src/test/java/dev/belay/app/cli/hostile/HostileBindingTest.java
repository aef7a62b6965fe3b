package dev.belay.app.cli.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.sim.explore.Budget;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every file of lines of a binding, damaged in every way, under every command of the connector:
/// the right exit code, a text that an operator can use, and the file as it was.
@Timeout(120)
class HostileBindingTest {
    private static final String BINDING = "discord/demo";

    /// Those that only look come first.
    private static final Map<String, List<String>> COMMANDS = commands();

    /// Which commands need which file.
    private static final Map<String, List<String>> NEEDED =
            Map.of(
                    "inbox.jsonl",
                    List.of("status", "history", "all", "doctor", "resolve", "reconcile", "run"),
                    "admissions.jsonl",
                    List.of("status", "history", "all", "doctor", "resolve", "reconcile", "run"),
                    "outbox.jsonl",
                    List.of("status", "history", "all", "doctor", "resolve", "reconcile", "run"),
                    "drops.jsonl",
                    List.of("status", "all", "doctor", "resolve", "reconcile", "run"),
                    "notices.jsonl",
                    List.of("resolve", "reconcile", "run"),
                    "reloads.jsonl",
                    List.of("status", "all", "doctor"));

    /// Those that own the binding for a while, and mend what a power cut left.
    private static final List<String> OWNERS = List.of("resolve", "reconcile", "run");

    /// What the quick budget does to every file, and not only to the inbox.
    private static final Set<LogDamage> USUAL =
            EnumSet.of(LogDamage.TORN_TAIL, LogDamage.NUL_TAIL, LogDamage.CORRUPT_LINE);

    @TempDir static Path home;
    private static Path sound;
    private static final Map<String, Integer> SOUND_EXITS = new LinkedHashMap<>();

    @TempDir Path place;

    /// Without `explain`, which asks for the id of a message, and `unit`, which reads no log.
    private static Map<String, List<String>> commands() {
        Map<String, List<String>> all = BindingCommands.of("");
        all.keySet().removeAll(List.of("explain", "unit"));
        return all;
    }

    @BeforeAll
    static void sound_binding() throws IOException {
        sound = home.resolve("sound");
        Path bindings = Files.createDirectories(home.resolve("config/belay/bindings"));
        Files.writeString(
                bindings.resolve("demo.yaml"),
                """
                channel: {type: terminal}
                engine: {type: echo}
                ceilings: {daily: 2}
                texts: {ceiling: tomorrow}
                """);
        CommandLineRun belay = belay(sound).typing("one\ntwo\nthree\nfour\n");
        belay.run("connector", "run", "demo");
        assertThat(belay.out()).isEqualTo("one\ntwo\ntomorrow\n");
        add("outbox.jsonl", "{\"nonce\":\"n-open\",\"status\":\"intent\"}\n");
        add("notices.jsonl", "{\"kind\":\"ceiling\",\"date\":\"2026-01-01\"}\n");
        add("reloads.jsonl", "{\"outcome\":\"applied\"}\n{\"outcome\":\"applied\"}\n");
        CommandLineRun again = belay(copy(home));
        COMMANDS.forEach((name, words) ->
                SOUND_EXITS.put(name, again.run(words.toArray(String[]::new)).exit()));
        assertThat(SOUND_EXITS.values()).as("%s", SOUND_EXITS).containsOnly(0);
    }

    private static void add(String log, String lines) throws IOException {
        Path file = sound.resolve(BINDING).resolve(log);
        Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static CommandLineRun belay(Path root) {
        return new CommandLineRun()
                .in(LocalWorld.create())
                .with("BELAY_HOME", root.toString())
                .with("XDG_CONFIG_HOME", home.resolve("config").toString());
    }

    private static Stream<Arguments> damages() {
        return NEEDED.keySet().stream()
                .sorted()
                .flatMap(log ->
                        Arrays.stream(LogDamage.values())
                                .filter(damage -> isRun(log, damage))
                                .map(damage -> Arguments.of(log, damage)));
    }

    private static boolean isRun(String log, LogDamage damage) {
        return Budget.current() == Budget.DEEP
                || USUAL.contains(damage)
                || log.equals("inbox.jsonl");
    }

    @ParameterizedTest
    @MethodSource("damages")
    void a_damaged_line_is_refused_with_its_place_and_stays_as_it_is(String log, LogDamage damage)
            throws IOException {
        Path root = copy(place);
        Path damaged = root.resolve(BINDING).resolve(log);
        byte[] lines = Files.readAllBytes(damaged);
        damage.doTo(damaged);
        Trace before = Trace.of(damaged);
        CommandLineRun belay = belay(root);

        for (Map.Entry<String, List<String>> command : COMMANDS.entrySet()) {
            String name = command.getKey();
            belay.run(command.getValue().toArray(String[]::new));

            List<String> readers = NEEDED.getOrDefault(log, List.of());
            boolean isRefused = !damage.isMended() && readers.contains(name);
            String said = belay.out() + belay.err();
            assertThat(belay.exit()).as("%s: %s", name, said).isEqualTo(isRefused ? 5 : 0);
            assertThat(said)
                    .as(name)
                    .doesNotContain(place.toString(), "Exception", "\tat ", "BLY-0061", "rubbish");
            if (isRefused) {
                assertThat(said).as(name).contains(BINDING + "/" + log + ":2").contains("\n  ");
            }
            if (damage.isMended() && OWNERS.contains(name)) {
                assertMended(damaged, lines, damage);
                before = Trace.of(damaged);
            } else if (OWNERS.contains(name)) {
                // Whoever owns it makes durable what is there: the same bytes, at another time.
                assertThat(Trace.of(damaged).content()).as(name).isEqualTo(before.content());
                before = Trace.of(damaged);
            } else {
                assertThat(Trace.of(damaged)).as(name).isEqualTo(before);
            }
        }
    }

    /// Every line is where it was, and what a power cut left is beside them.
    private static void assertMended(Path log, byte[] lines, LogDamage damage) throws IOException {
        assertThat(new String(Files.readAllBytes(log), ISO_8859_1))
                .startsWith(new String(lines, ISO_8859_1))
                .endsWith("\n");
        try (Stream<Path> names = Files.list(log.getParent())) {
            List<Path> aside =
                    names.filter(file ->
                                    file.getFileName()
                                            .toString()
                                            .startsWith(log.getFileName() + ".torn-"))
                            .toList();
            assertThat(aside).hasSize(1);
            assertThat(Files.readString(aside.getFirst(), ISO_8859_1)).isEqualTo(damage.text());
        }
    }

    private static Path copy(Path place) throws IOException {
        Path root = Files.createTempDirectory(place, "root");
        try (Stream<Path> all = Files.walk(sound)) {
            for (Path from : all.toList()) {
                Files.copy(
                        from,
                        root.resolve(sound.relativize(from).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return root;
    }
}
