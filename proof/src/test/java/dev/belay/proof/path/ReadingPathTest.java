package dev.belay.proof.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.Belay;
import dev.belay.app.cli.frame.Surroundings;
import dev.belay.simulators.BoatForm;
import dev.belay.simulators.FakeBoat;
import dev.belay.simulators.FakeBoatOptions;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Keeps `docs/READING.md` true: what it names for a command is what lies between the command line
/// and the disk in a real run, and that is little.
class ReadingPathTest {
    private static final int HOPS_MAX = 6;
    private static final int ROOM_MAX = 3;
    private static final Path PAGE = Path.of("..", "docs", "READING.md");
    private static final Pattern CLASS = Pattern.compile("`(?:[a-z]+\\.)*([A-Z]\\w*)`");

    @TempDir Path root;
    private final World world = LocalWorld.create();
    private FakeBoat boat;

    @BeforeEach
    void start() throws IOException {
        boat = FakeBoat.start(FakeBoatOptions.USUAL, world.clock(), world.waiting());
    }

    @AfterEach
    void stop() {
        boat.close();
    }

    @Test
    void a_deletion_takes_the_path_of_the_page() throws IOException {
        String id = boat.computers().getFirst().id();

        assertKept(List.of("deletion", "request", id, "--name", "web-1"));
    }

    @Test
    void looking_takes_the_path_of_the_page() throws IOException {
        String id = boat.computers().getFirst().id();
        run(new Spy(), List.of("deletion", "request", id, "--name", "web-1"));

        assertKept(List.of("deletion", "list"));
    }

    @Test
    void the_brake_takes_the_path_of_the_page() throws IOException {
        assertKept(List.of("stop", "--all"));
    }

    private void assertKept(List<String> arguments) throws IOException {
        Spy spy = new Spy();
        run(spy, arguments);
        Set<ReadingPath> paths = new LinkedHashSet<>();
        spy.stacks().forEach(stack -> paths.add(ReadingPath.of(stack)));

        assertThat(paths)
                .isNotEmpty()
                .allSatisfy(path -> {
                    assertThat(path.hops()).hasSizeLessThanOrEqualTo(HOPS_MAX);
                    assertThat(path.depth()).isLessThanOrEqualTo(ROOM_MAX);
                });
        Set<String> passed = new TreeSet<>();
        paths.forEach(path -> passed.addAll(path.hops()));
        String command = String.join(" ", arguments.subList(0, 2));
        assertThat(named("belay " + command)).containsExactlyInAnyOrderElementsOf(passed);
    }

    private void run(Spy spy, List<String> arguments) {
        String url = boat.base(BoatForm.SANDBOX).toString().replaceAll("(:\\d+).*", "$1");
        Map<String, String> environment =
                Map.of(
                        "BELAY_HOME",
                        root.toString(),
                        "BELAY_DELETION_PROVIDER",
                        "simulated",
                        "BELAY_DELETION_SIMULATED_URL",
                        url);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int exit =
                Belay.run(
                        arguments,
                        new Surroundings(
                                environment,
                                "",
                                "",
                                InputStream.nullInputStream(),
                                said,
                                said,
                                () -> spy.watch(world)));
        assertThat(exit).as(said.toString(StandardCharsets.UTF_8)).isZero();
    }

    /// The classes that the page names for a command, in the lines that begin with a bar.
    private static Set<String> named(String command) throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf("`" + command + "`");
        assertThat(from).as("a section for " + command).isPositive();
        int next = page.indexOf("\n## ", from);
        String section = page.substring(from, next < 0 ? page.length() : next);
        Set<String> names = new TreeSet<>();
        section.lines()
                .filter(line -> line.startsWith("| "))
                .flatMap(line -> CLASS.matcher(line).results().map((MatchResult m) -> m.group(1)))
                .forEach(names::add);
        return names;
    }
}
