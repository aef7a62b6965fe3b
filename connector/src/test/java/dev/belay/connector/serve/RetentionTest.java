package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.binding.Binding;
import dev.belay.connector.engine.Answer;
import dev.belay.connector.turn.Retention;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Where texts are kept, and for how long: every file of a binding is searched for them.
class RetentionTest {
    private static final String QUESTION = "marker-of-the-question";
    private static final String ANSWER = "marker-of-the-answer";

    private final FakeNetwork network = new FakeNetwork();
    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Runs.host();
    }

    /// The files that hold a text, ids and nonces left out.
    private Set<String> holding(String text) throws IOException {
        Set<String> names = new TreeSet<>();
        Runs.files(host)
                .forEach((name, content) -> {
                    if (content.contains(text)) {
                        names.add(name.replaceAll("/.*", ""));
                    }
                });
        return names;
    }

    private void serve(Retention retention) throws IOException {
        Runs.serve(
                host.start("run"),
                network,
                Runs.with(retention),
                (_, _) -> new Answer.Answered(ANSWER, 0));
    }

    @ParameterizedTest
    @EnumSource
    void once_all_is_settled_a_text_is_where_the_policy_keeps_it(Retention retention)
            throws IOException {
        network.say("7001", QUESTION, Runs.NOW);

        serve(retention);

        assertThat(holding(QUESTION))
                .isEqualTo(
                        switch (retention) {
                            case NONE -> Set.of();
                            case TURNS -> Set.of("turns");
                            case FULL -> Set.of("inbox.jsonl", "turns");
                        });
        assertThat(holding(ANSWER))
                .isEqualTo(
                        switch (retention) {
                            case NONE -> Set.of();
                            case TURNS -> Set.of("turns");
                            case FULL -> Set.of("outbox.jsonl", "turns");
                        });
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "TURNS"})
    void until_then_it_is_in_files_that_are_removed(Retention retention) throws IOException {
        network.say("7001", QUESTION, Runs.NOW);
        Binding binding = Runs.with(retention);
        SimProcess process = host.start("run");
        Set<String> whileAsked = new TreeSet<>();
        Set<String> whileSent = new TreeSet<>();
        network.next(_ -> {
            whileSent.addAll(searched(ANSWER));
            whileSent.addAll(searched(QUESTION));
            return Optional.empty();
        });

        Runs.serve(
                process,
                network,
                binding,
                (_, _) -> {
                    whileAsked.addAll(searched(QUESTION));
                    return new Answer.Answered(ANSWER, 0);
                });

        assertThat(whileAsked).containsExactly("pending");
        assertThat(whileSent)
                .isEqualTo(
                        retention == Retention.NONE ? Set.of("parts") : Set.of("parts", "turns"));
    }

    private Set<String> searched(String text) {
        try {
            return holding(text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void what_is_dropped_leaves_no_text() throws IOException {
        network.say("7001", QUESTION, Runs.NOW.minus(Duration.ofHours(1)));
        network.say("7001", QUESTION + "x".repeat(1_000), Runs.NOW);
        network.say("7777", QUESTION, Runs.NOW);

        serve(Retention.NONE);

        assertThat(holding(QUESTION)).isEmpty();
        assertThat(Runs.lines(host, "drops")).hasSize(2);
    }

    @Test
    void an_interrupted_turn_leaves_no_text_behind_the_next_run() throws IOException {
        network.say("7001", QUESTION, Runs.NOW);
        SimProcess process = host.start("run");
        Runs.serveUntilKilled(
                process, network, Runs.with(Retention.NONE), Runs.deadly(process, network));
        assertThat(holding(QUESTION)).containsExactly("pending");

        serve(Retention.NONE);

        assertThat(holding(QUESTION)).isEmpty();
    }
}
