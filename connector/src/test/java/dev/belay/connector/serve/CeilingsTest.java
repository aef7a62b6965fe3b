package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.Snowflake;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.binding.Binding.Ceilings;
import dev.belay.connector.engine.Answer;
import dev.belay.sim.SimHost;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How many turns are admitted, over runs, days, and clocks that are set.
class CeilingsTest {
    private final FakeNetwork network = new FakeNetwork();
    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Runs.host();
    }

    private static Binding of(int daily, int ofUser, int hourly, long tokens) {
        return Runs.with(new Ceilings(daily, ofUser, hourly, tokens, 4, 50));
    }

    private void say(int messages, Instant at) {
        for (int i = 0; i < messages; i++) {
            network.say("7001", "hello", at);
        }
    }

    private void serve(Binding binding) throws IOException {
        Runs.serve(host.start("run"), network, binding);
    }

    @Test
    void beyond_the_daily_ceiling_nothing_is_asked_and_that_is_said_once_a_day()
            throws IOException {
        say(4, Runs.NOW);
        serve(of(2, 0, 0, 0));
        say(1, Runs.NOW);
        serve(of(2, 0, 0, 0));

        assertThat(network.asked()).hasSize(2);
        assertThat(texts()).containsExactly("re: hello", "re: hello", "no more today");
        assertThat(Runs.lines(host, "notices")).hasSize(1);
        assertThat(Runs.lines(host, "drops"))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).contains("ceiling"));
    }

    @Test
    void midnight_in_utc_makes_room_again() throws IOException {
        host.clock().set(Instant.parse("2026-03-01T23:59:59.999Z"));
        say(2, host.clock().now());
        serve(of(1, 0, 0, 0));
        host.clock().advance(Duration.ofMillis(1));
        say(2, host.clock().now());
        serve(of(1, 0, 0, 0));

        assertThat(network.asked()).hasSize(2);
        assertThat(texts())
                .containsExactly("re: hello", "no more today", "re: hello", "no more today");
    }

    @Test
    void a_clock_that_is_set_back_gives_no_day_twice() throws IOException {
        host.clock().set(Instant.parse("2026-03-02T00:00:10Z"));
        say(2, host.clock().now());
        serve(of(2, 2, 0, 0));
        host.clock().set(Instant.parse("2026-03-01T23:59:50Z"));
        say(3, host.clock().now());
        serve(of(2, 2, 0, 0));
        host.clock().set(Instant.parse("2026-03-02T00:00:05Z"));
        say(1, host.clock().now());
        serve(of(2, 2, 0, 0));

        assertThat(Runs.lines(host, "admissions"))
                .hasSize(4)
                .satisfies(lines ->
                        assertThat(lines.stream().filter(it -> it.contains("\"2026-03-01")))
                                .hasSize(2));
    }

    @Test
    void a_user_s_ceiling_is_that_user_s_alone_and_outlives_a_run() throws IOException {
        say(2, Runs.NOW);
        serve(of(100, 1, 0, 0));
        say(1, Runs.NOW);
        network.say(new FakeNetwork.Said(later(), "7001", "8002", "", "hello", ""));
        serve(of(100, 1, 0, 0));

        assertThat(network.asked()).hasSize(2);
    }

    private String later() {
        return new Snowflake(Snowflake.atOrAfter(Runs.NOW).value() + 1_000).toString();
    }

    @Test
    void an_hour_s_ceiling_outlives_a_run_and_a_clock_that_is_set() throws IOException {
        say(3, Runs.NOW);
        serve(of(100, 0, 2, 0));
        assertThat(network.asked()).hasSize(2);

        // Set back, it counts for an hour from the start on; never for less.
        host.clock().set(Runs.NOW.minus(Duration.ofHours(3)));
        say(1, host.clock().now());
        serve(of(100, 0, 2, 0));
        assertThat(network.asked()).hasSize(2);

        host.clock().set(Runs.NOW.plus(Duration.ofMinutes(59)));
        say(1, host.clock().now());
        serve(of(100, 0, 2, 0));
        assertThat(network.asked()).hasSize(2);

        host.clock().set(Runs.NOW.plus(Duration.ofMinutes(60)));
        say(1, host.clock().now());
        serve(of(100, 0, 2, 0));
        assertThat(network.asked()).hasSize(3);
    }

    @Test
    void a_clock_that_is_set_forward_within_a_run_makes_no_hour_shorter() throws IOException {
        say(3, Runs.NOW);
        Runs.serve(
                host.start("run"),
                network,
                of(100, 0, 1, 0),
                (question, _) -> {
                    network.ask(question, Runs.NOW);
                    host.clock().set(host.clock().now().plus(Duration.ofMinutes(25)));
                    return new Answer.Answered("ok", 0);
                });

        assertThat(network.asked()).hasSize(1);
    }

    @Test
    void a_budget_of_tokens_admits_nobody_once_it_is_used_up() throws IOException {
        say(3, Runs.NOW); // Each costs ten.
        serve(of(100, 0, 0, 11));
        assertThat(network.asked()).hasSize(2);

        say(1, Runs.NOW);
        serve(of(100, 0, 0, 20));
        assertThat(network.asked()).hasSize(2);

        say(1, Runs.NOW);
        serve(of(100, 0, 0, 21));
        assertThat(network.asked()).hasSize(3);
    }

    @Test
    void a_crash_in_an_engine_uses_up_its_place() throws IOException {
        say(1, Runs.NOW);
        var process = host.start("run");
        Runs.serveUntilKilled(process, network, of(1, 0, 0, 0), Runs.deadly(process, network));
        say(1, Runs.NOW);
        serve(of(1, 0, 0, 0));

        assertThat(network.asked()).hasSize(1);
    }

    private List<String> texts() {
        return network.ours().stream().map(FakeNetwork.Said::text).toList();
    }
}
