package dev.belay.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.frame.Surroundings;
import dev.belay.sim.SimHost;
import dev.belay.system.World;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BelayTest {
    private final CommandLineRun belay = new CommandLineRun();

    @Test
    void says_its_version_on_stdout_alone() {
        belay.run("--version");

        assertThat(belay.out()).isEqualTo("belay " + Version.TEXT + "\n");
        assertThat(belay.err()).isEmpty();
        assertThat(belay.exit()).isZero();
    }

    @Test
    void help_is_an_answer_and_goes_to_stdout() {
        belay.run("--help");

        assertThat(belay.out()).startsWith("Usage: belay ").contains("--json");
        assertThat(belay.err()).isEmpty();
        assertThat(belay.exit()).isZero();
    }

    @Test
    void the_word_help_is_the_option_help() {
        String byOption = belay.run("training", "--help").out();

        assertThat(belay.run("help", "training").out()).isEqualTo(byOption);
    }

    @Test
    void an_unknown_command_names_the_nearest_and_exits_2() {
        belay.run("trainign");

        assertThat(belay.out()).isEmpty();
        assertThat(belay.err())
                .isEqualTo(
                        """
                        belay: unknown command: trainign; did you mean training?
                          Try: belay --help
                        """);
        assertThat(belay.exit()).isEqualTo(2);
    }

    @Test
    void an_unknown_option_names_the_nearest_and_exits_2() {
        belay.run("training", "--rot=x", "y");

        assertThat(belay.err())
                .isEqualTo(
                        """
                        belay: unknown option: --rot=x; did you mean --root?
                          Try: belay training --help
                        """);
        assertThat(belay.exit()).isEqualTo(2);
    }

    @Test
    void a_missing_argument_is_wrong_usage() {
        belay.run("training");

        assertThat(belay.err()).contains("'DIR'").contains("Try: belay training --help");
        assertThat(belay.exit()).isEqualTo(2);
    }

    @Test
    void with_json_a_failure_is_one_document_on_stdout() {
        belay.run("--json", "trainign");

        assertThat(belay.out())
                .isEqualTo(
                        """
                        {"ok":false,"error":{"code":"BLY-0030","where":"",\
                        "message":"unknown command: trainign; did you mean training?",\
                        "help":"Try: belay --help"},"exitCode":2}
                        """);
        assertThat(belay.err()).isEmpty();
        assertThat(belay.exit()).isEqualTo(2);
    }

    @Test
    void no_command_at_all_is_wrong_usage() {
        assertThat(belay.run().exit()).isEqualTo(2);
        assertThat(belay.err()).startsWith("belay: no command was given\n");
    }

    @Test
    void colors_are_for_terminals_and_not_for_those_who_decline_them() {
        assertThat(belay.run("x").err()).doesNotContain("\u001B");
        assertThat(belay.onTerminal("out,err").run("x").err()).startsWith("\u001B[31mbelay:");
        assertThat(belay.with("NO_COLOR", "1").run("x").err()).doesNotContain("\u001B");
    }

    @Test
    void a_control_character_of_somebody_else_never_reaches_the_terminal() {
        belay.onTerminal("err").run("\u001B]0;owned\u0007");

        assertThat(belay.err()).contains("\\x1b]0;owned\\x07").doesNotContain("\u001B]");
    }

    @Test
    void an_answer_that_cannot_be_written_is_a_failure() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int exit = Belay.run(List.of("--version"), writingTo("No space left on device", err));

        assertThat(exit).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("could not be written");
    }

    @Test
    void a_reader_that_went_away_is_no_failure() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int exit = Belay.run(List.of("--version"), writingTo("Broken pipe", err));

        assertThat(exit).isZero();
        assertThat(err.size()).isZero();
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void watching_ends_when_its_reader_went_away() {
        World world = new SimHost().start("operator").world();
        Surroundings piped = writingTo("Broken pipe", new ByteArrayOutputStream());
        Surroundings inWorld =
                new Surroundings(
                        Map.of("BELAY_HOME", "/belay"),
                        "",
                        "",
                        piped.in(),
                        piped.out(),
                        piped.err(),
                        () -> world);

        assertThat(Belay.run(List.of("status", "--watch"), inWorld)).isZero();
    }

    private static Surroundings writingTo(String failure, OutputStream err) {
        OutputStream failing =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException(failure);
                    }
                };
        return new Surroundings(
                Map.of(),
                "",
                "",
                InputStream.nullInputStream(),
                failing,
                err,
                () -> {
                    throw new AssertionError("nothing outside is needed here");
                });
    }
}
