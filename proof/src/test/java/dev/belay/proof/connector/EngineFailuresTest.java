package dev.belay.proof.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Engines that do what no engine should: the one who asked is told, and the next is answered.
@Timeout(120)
class EngineFailuresTest {
    private static final String SETTINGS =
            """
            times: {answer: 2s}
            texts: {failed: sorry, timedOut: too slow}
            """;

    @TempDir private Path home;
    private TerminalPlace place;

    @BeforeEach
    void a_binding() throws IOException {
        place = new TerminalPlace(home);
    }

    // Long: a line for each kind of engine, in its script and in what is told.
    @Test
    void one_that_hangs_forks_floods_stammers_or_dies_holds_nobody_up() throws Exception {
        place.configure(
                """
                case $text in
                hangs) sleep 300 & echo $! >>%1$s; sleep 300 ;;
                forks) sleep 300 & echo $! >>%1$s
                    sh -c 'sleep 300 & echo $! >>%1$s' ;;
                floods) cat /dev/zero ;;
                stammers) printf '\\377\\376 ' ;;
                dies) kill -9 $$ ;;
                gives-up) echo never; exit 3 ;;
                leaves) exec >&-; sleep 300 ;;
                esac
                """
                        .formatted(home.resolve("children")),
                SETTINGS);

        Ran ran =
                place.converse(
                        "hangs", "forks", "floods", "stammers", "dies", "gives-up", "leaves", "on");

        assertThat(ran.exit()).as(ran.toString()).isZero();
        assertThat(ran.out().lines())
                .containsExactly(
                        "too slow",
                        "to forks",
                        "sorry",
                        "\uFFFD\uFFFD to stammers",
                        "sorry",
                        "sorry",
                        "too slow",
                        "to on");
        assertThat(ran.err()).doesNotContain("never", "Exception", "bug");
        assertThat(place.questions()).hasSize(8).doesNotHaveDuplicates();
        assertThat(alive()).as("children that outlived their question").isEmpty();
        assertThat(place.belay("connector", "history", TerminalPlace.NAME).out())
                .containsSubsequence(
                        "timed-out",
                        "answered",
                        "failed",
                        "answered",
                        "failed",
                        "failed",
                        "timed-out",
                        "answered");
    }

    private List<String> alive() throws IOException {
        List<String> children = Files.readAllLines(home.resolve("children"));
        assertThat(children).hasSize(3);
        return children.stream().filter(pid -> Files.exists(Path.of("/proc", pid))).toList();
    }

    @Test
    void one_that_is_not_there_is_a_failure_each_time() throws Exception {
        place.configure("", SETTINGS);
        Files.delete(home.resolve("engine.sh"));

        Ran ran = place.converse("one", "two");

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).isEqualTo("sorry\nsorry\n");
        assertThat(place.belay("connector", "status", TerminalPlace.NAME).out())
                .contains("2 accepted, 0 waiting");
    }
}
