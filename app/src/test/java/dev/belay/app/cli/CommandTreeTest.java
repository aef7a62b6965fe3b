package dev.belay.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CommandTreeTest {
    static Iterable<String> paths() {
        return CommandTree.PATHS;
    }

    @ParameterizedTest
    @MethodSource("paths")
    void every_command_helps_and_every_one_that_is_shown_has_an_example(String path) {
        CommandLineRun belay = new CommandLineRun();
        String[] words = (path + " --help").split(" ", -1);

        belay.run(words);

        assertThat(belay.exit()).isZero();
        assertThat(belay.out()).startsWith("Usage: belay " + path + " ");
        boolean isGroup = CommandTree.command(path).isEmpty();
        boolean isShown = new CommandLineRun().run("--help").out().contains("  " + path);
        if (isShown && !isGroup) {
            assertThat(belay.out()).contains("Examples:\n  belay " + path);
        }
    }

    @ParameterizedTest
    @MethodSource("paths")
    void shared_options_may_stand_before_the_command(String path) {
        String[] words = ("--root /nowhere " + path + " --help").split(" ", -1);

        assertThat(new CommandLineRun().run(words).out()).startsWith("Usage: belay " + path + " ");
    }
}
