package dev.belay.app.cli.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.sim.SimHost;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InitCommandTest {
    private static final Path FILES = Path.of("/configuration/belay/bindings");

    private final World world = new SimHost().start("operator").world();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--channel terminal --engine echo",
                "--channel discord --token-env TOKEN --engine command --command /bin/cat",
                "--token-file /etc/t --channels 12,34 --daily 7",
                "--token-credential bot --engine openai --url https://x.example/v1 --model \"m",
            })
    void what_it_writes_passes_its_own_check_and_is_private(String options) throws IOException {
        CommandLineRun init = init("support", options.split(" ", -1));

        assertThat(init.exit()).as(init.err()).isZero();
        BoundedFile file = file("support");
        assertThat(file.status().permissions()).isEqualTo(0600);
        assertThat(text(file)).contains("retention: none");
        assertThat(run("connector", "unit", "support").exit()).isZero();
    }

    @Test
    void it_never_overwrites() throws IOException {
        init("support", "--channel", "terminal");

        CommandLineRun again = init("support", "--token-env", "TOKEN");

        assertThat(again.exit()).isEqualTo(1);
        assertThat(again.err()).contains("is there already");
        assertThat(text(file("support"))).contains("type: terminal");
    }

    @Test
    void it_asks_on_a_terminal_for_what_no_option_says() throws IOException {
        CommandLineRun init =
                new CommandLineRun()
                        .with("BELAY_HOME", "/belay")
                        .with("XDG_CONFIG_HOME", "/configuration")
                        .in(world)
                        .onTerminal("in,out,err")
                        .typing("discord\n/etc/belay/support.token\ncommand\n/bin/cat\n")
                        .run("connector", "init", "support");

        assertThat(init.exit()).as(init.err()).isZero();
        assertThat(text(file("support")))
                .contains("token: {file: \"/etc/belay/support.token\"}")
                .contains("command: [\"/bin/cat\"]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--engine command",
                "--channel irc",
                "--token-env T --channels abc",
                "--token-env T --engine openai --url nowhere --model m"
            })
    void what_is_missing_or_wrong_is_told_and_nothing_is_written(String options) {
        CommandLineRun init = init("support", options.split(" ", -1));

        assertThat(init.exit()).isEqualTo(2);
        assertThat(run("connector", "status").out()).contains("There are no bindings");
    }

    @Test
    void a_unit_starts_again_after_a_crash_and_not_after_a_refusal() {
        init("support", "--token-credential", "bot");

        assertThat(run("connector", "unit", "support", "--user", "bots").out())
                .contains("Type=notify")
                .contains("User=bots")
                .contains("connector run support --root /belay")
                .contains("RestartPreventExitStatus=2 3 5")
                .contains("LoadCredential=bot:/etc/belay/bot")
                .contains("Environment=XDG_CONFIG_HOME=/configuration")
                .contains("ProtectHome=yes")
                .contains("ReadWritePaths=/belay")
                .doesNotContain("\n ");
        assertThat(run("connector", "unit", "support", "--user", "a b").exit()).isEqualTo(2);
    }

    private CommandLineRun init(String name, String... options) {
        String[] words = new String[options.length + 3];
        words[0] = "connector";
        words[1] = "init";
        words[2] = name;
        System.arraycopy(options, 0, words, 3, options.length);
        return run(words);
    }

    private CommandLineRun run(String... words) {
        return new CommandLineRun()
                .with("BELAY_HOME", "/belay")
                .with("XDG_CONFIG_HOME", "/configuration")
                .in(world)
                .run(words);
    }

    private BoundedFile file(String name) throws IOException {
        try (Directory directory = PrivateDirectory.create(world, FILES, "bindings")) {
            return BoundedFile.read(directory, name + ".yaml", 100_000).orElseThrow();
        }
    }

    private static String text(BoundedFile file) {
        return new String(file.bytes(), StandardCharsets.UTF_8);
    }
}
