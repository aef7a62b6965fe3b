package dev.belay.discord.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.discord.gateway.Linking.After;
import dev.belay.discord.gateway.Linking.Beats;
import dev.belay.discord.gateway.Linking.Decision;
import dev.belay.discord.gateway.Linking.Event;
import dev.belay.discord.gateway.Linking.Facts;
import dev.belay.discord.gateway.Linking.Link;
import dev.belay.discord.gateway.Linking.Stage;
import dev.belay.discord.gateway.Linking.Step;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkingTest {
    private static final Duration INTERVAL = Duration.ofSeconds(40);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
    private static final Duration NEXT = Duration.ofSeconds(100);
    private static final Duration UNTIL = Duration.ofSeconds(90);

    private static Link link(Stage stage, boolean isAnswered) {
        Beats beats = stage == Stage.GREETING ? Beats.NONE : new Beats(INTERVAL, NEXT, isAnswered);
        return new Link(stage, UNTIL, beats);
    }

    private static Decision at(long second, Link link, Event event) {
        return Linking.next(
                link, event, new Facts(Duration.ofSeconds(second), 0.5, true, ANSWER_MAX));
    }

    private static String word(Step step) {
        return switch (step) {
            case Step.Leave(After.Again _) -> "again";
            case Step.Leave(After.Anew _) -> "anew";
            case Step.Leave(After.AnewLater _) -> "anew later";
            case Step.Leave(After.Never(int code)) -> "never " + code;
            case Step.Welcome(boolean isContinued) -> isContinued ? "welcome on" : "welcome new";
            case Step.Nothing _ -> "-";
            case Step.Identify _ -> "identify";
            case Step.Resume _ -> "resume";
            case Step.Beat _ -> "beat";
            case Step.Show _ -> "show";
        };
    }

    // Long: a table that is read as a whole.
    @Test
    void each_event_has_its_step_at_each_stage() {
        Map<String, Event> events = new LinkedHashMap<>();
        events.put("hello", new Event.Hello(INTERVAL));
        events.put("no interval", new Event.Hello(Duration.ZERO));
        events.put("beat asked", new Event.BeatAsked());
        events.put("beat answered", new Event.BeatAnswered());
        events.put("ready", new Event.Ready());
        events.put("resumed", new Event.Resumed());
        events.put("dispatched", new Event.Dispatched());
        events.put("reconnect", new Event.ReconnectAsked());
        events.put("invalid, resumable", new Event.SessionInvalid(true));
        events.put("invalid", new Event.SessionInvalid(false));
        events.put("unknown", new Event.Unknown());
        events.put("unreadable", new Event.Unreadable());
        events.put("not taken", new Event.NotTaken());
        events.put("not counted", new Event.NotCounted());
        events.put("closed 1000", new Event.Closed(1000));
        events.put("broken", new Event.Broken());
        StringBuilder table = new StringBuilder();

        events.forEach((name, event) -> {
            table.append("%-18s".formatted(name));
            for (Stage stage : Stage.values()) {
                table.append("| %-11s".formatted(word(at(50, link(stage, true), event).step())));
            }
            table.append('\n');
        });

        assertThat(table.toString().replaceAll(" +\n", "\n"))
                .isEqualTo(
                        """
                        hello             | resume     | -          | -          | -
                        no interval       | again      | -          | -          | -
                        beat asked        | -          | beat       | beat       | beat
                        beat answered     | -          | -          | -          | -
                        ready             | anew       | welcome new| anew       | anew
                        resumed           | anew       | anew       | welcome on | show
                        dispatched        | anew       | anew       | show       | show
                        reconnect         | again      | again      | again      | again
                        invalid, resumable| again      | anew later | again      | again
                        invalid           | anew later | anew later | anew later | anew later
                        unknown           | -          | -          | -          | -
                        unreadable        | again      | again      | again      | again
                        not taken         | again      | again      | again      | again
                        not counted       | anew       | anew       | anew       | anew
                        closed 1000       | again      | again      | again      | again
                        broken            | again      | again      | again      | again
                        """);
    }

    @ParameterizedTest
    @CsvSource({
        "1000, again",
        "1001, again",
        "1005, again",
        "4000, again",
        "4001, again",
        "4002, again",
        "4003, again",
        "4004, never 4004",
        "4005, again",
        "4006, again",
        "4007, anew",
        "4008, again",
        "4009, anew",
        "4010, never 4010",
        "4011, never 4011",
        "4012, never 4012",
        "4013, never 4013",
        "4014, never 4014",
        "4015, again",
        "4999, again",
    })
    void each_code_of_a_close_has_its_way_on(int code, String way) {
        assertThat(word(at(50, link(Stage.CONNECTED, true), new Event.Closed(code)).step()))
                .isEqualTo(way);
    }

    @Test
    void without_a_session_hello_is_answered_by_identifying() {
        Decision decision =
                Linking.next(
                        link(Stage.GREETING, true),
                        new Event.Hello(INTERVAL),
                        new Facts(Duration.ofSeconds(50), 0.5, false, ANSWER_MAX));

        assertThat(decision.step()).isEqualTo(new Step.Identify());
        assertThat(decision.link().stage()).isEqualTo(Stage.IDENTIFYING);
    }

    @Test
    void the_first_sign_of_life_comes_after_a_part_of_the_interval() {
        Link greeted = at(50, link(Stage.GREETING, true), new Event.Hello(INTERVAL)).link();

        assertThat(greeted.beats())
                .isEqualTo(new Beats(INTERVAL, Duration.ofSeconds(50 + 20), true));
        assertThat(greeted.until()).isEqualTo(Duration.ofSeconds(50).plus(ANSWER_MAX));
    }

    @Test
    void an_interval_without_end_is_cut_short() {
        Event hello = new Event.Hello(Duration.ofDays(365));

        assertThat(at(50, link(Stage.GREETING, true), hello).link().beats().interval())
                .isEqualTo(Duration.ofMinutes(2));
    }

    @ParameterizedTest
    @CsvSource({
        // Second, stage, whether the last sign was answered, what is done.
        "89, GREETING, true, -",
        "90, GREETING, true, again",
        "89, RESUMING, true, -",
        "90, RESUMING, true, again",
        "90, IDENTIFYING, true, again",
        "99, CONNECTED, true, -",
        "100, CONNECTED, true, beat",
        "100, CONNECTED, false, -",
        "109, CONNECTED, false, -",
        "110, CONNECTED, false, again",
    })
    void time_that_passes_has_its_step(long second, Stage stage, boolean isAnswered, String step) {
        assertThat(word(at(second, link(stage, isAnswered), new Event.Passed()).step()))
                .isEqualTo(step);
    }

    @Test
    void a_sign_of_life_is_due_an_interval_after_the_last() {
        Link beaten = at(103, link(Stage.CONNECTED, true), new Event.Passed()).link();

        assertThat(beaten.beats()).isEqualTo(new Beats(INTERVAL, Duration.ofSeconds(143), false));
        assertThat(at(120, beaten, new Event.BeatAnswered()).link().beats().isAnswered()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "GREETING, true, 90",
        "RESUMING, true, 90",
        "CONNECTED, true, 100",
        "CONNECTED, false, 110",
    })
    void the_deadline_is_when_something_is_to_be_decided(
            Stage stage, boolean isAnswered, long second) {
        assertThat(Linking.deadline(link(stage, isAnswered))).isEqualTo(Duration.ofSeconds(second));
    }
}
