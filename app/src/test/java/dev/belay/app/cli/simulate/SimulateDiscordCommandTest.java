package dev.belay.app.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.system.Http;
import dev.belay.system.Waiting;
import dev.belay.system.World;
import dev.belay.system.local.JdkHttp;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SimulateDiscordCommandTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final World real = LocalWorld.create();

    /// What happens while the command waits, which is when it has said all; then it is interrupted.
    private interface Meanwhile {
        void run(String out) throws IOException;
    }

    private CommandLineRun run(Meanwhile meanwhile, String... arguments) {
        CommandLineRun belay = new CommandLineRun();
        Waiting waiting =
                _ -> {
                    try {
                        meanwhile.run(belay.out());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    Thread.currentThread().interrupt();
                };
        belay.in(
                new World(real.disk(), real.processes(), real.clock(), real.randomness(), waiting));
        try {
            return belay.run(arguments);
        } finally {
            Thread.interrupted(); // What comes after is not to be interrupted.
        }
    }

    private static String ask(String method, String uri, String body) throws IOException {
        return new JdkHttp()
                .send(new Http.Request(method, URI.create(uri), Map.of(), body, LIMIT, 1_000_000))
                .body();
    }

    @Test
    void it_can_be_spoken_to_as_it_says() {
        List<String> messages = new ArrayList<>();
        CommandLineRun belay =
                run(
                        out -> {
                            Matcher curl =
                                    Pattern.compile("curl -s (\\S+/say) -d '(.*)'").matcher(out);
                            assertThat(curl.find()).isTrue();
                            ask("POST", curl.group(1), curl.group(2));
                            messages.add(
                                    ask("GET", curl.group(1).replace("/say", "/messages"), ""));
                        },
                        "simulate",
                        "discord",
                        "--port",
                        "0");

        assertThat(belay.exit()).isZero();
        assertThat(belay.out())
                .startsWith("A simulated Discord answers at http://127.0.0.1:")
                .contains("Its gateway is at ws://127.0.0.1:");
        assertThat(messages.getFirst()).contains("<@1001> hello");
    }

    @Test
    void programs_are_told_all_that_a_binding_needs() throws IOException {
        CommandLineRun belay = run(_ -> {}, "simulate", "discord", "--port", "0", "--json");

        JsonObject answer =
                JsonText.parse(belay.out(), JsonLimits.ofBytes(10_000)) instanceof JsonObject object
                        ? object
                        : JsonObject.of(Map.of());
        assertThat(answer.members())
                .containsKeys("apiUrl", "gatewayUrl", "control", "token", "channel");
    }

    @Test
    void what_cannot_be_is_refused_before_anything_listens() {
        CommandLineRun belay = new CommandLineRun().in(real);

        for (String[] arguments :
                new String[][] {
                    {"simulate", "discord", "--port", "70000"},
                    {"simulate", "discord", "--port", "many"},
                    {"simulate", "discord", "--fault", "what"},
                }) {
            assertThat(belay.run(arguments).exit()).isEqualTo(2);
        }
    }
}
