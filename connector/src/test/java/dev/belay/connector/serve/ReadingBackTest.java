package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.binding.Binding.Ceilings;
import dev.belay.connector.custody.Event;
import dev.belay.connector.delivery.Settling.Answer;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What was written while no program looked.
class ReadingBackTest {
    private static final Ceilings MANY = new Ceilings(1_000, 0, 0, 0, 4, 50);

    private final FakeNetwork network = new FakeNetwork();
    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Runs.host();
    }

    private List<Event> serve() throws IOException {
        return Runs.serve(host.start("run"), network, Runs.binding());
    }

    /// Says something that no program is shown.
    private String sayUnseen(String channel, String text) {
        String id = network.say(channel, text, network.now(host.clock().now()));
        network.take(id);
        return id;
    }

    private void serveOne(String channel) throws IOException {
        network.say(channel, "first", host.clock().now());
        serve();
    }

    private List<String> texts() {
        return network.ours().stream().map(FakeNetwork.Said::text).toList();
    }

    @Test
    void what_was_missed_is_answered_in_order_before_what_is_new() throws IOException {
        serveOne("7001");
        for (int i = 1; i <= 7; i++) {
            sayUnseen("7001", "missed " + i);
        }
        network.say("7001", "new", host.clock().now());

        serve();

        assertThat(texts())
                .containsExactly(
                        "re: first",
                        "re: missed 1",
                        "re: missed 2",
                        "re: missed 3",
                        "re: missed 4",
                        "re: missed 5",
                        "re: missed 6",
                        "re: missed 7",
                        "re: new");
        assertThat(Runs.files(host)).doesNotContainKey("unread.json");
        assertThat(Runs.lines(host, "drops")).isEmpty();
    }

    @Test
    void a_channel_that_was_never_seen_begins_now() throws IOException {
        sayUnseen("7001", "before");

        serve();

        assertThat(texts()).isEmpty();
        assertThat(Runs.lines(host, "drops")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {-20, 20})
    void now_is_what_the_clock_of_the_network_says(int minutesAhead) throws IOException {
        network.goAhead(Duration.ofMinutes(minutesAhead));
        sayUnseen("7001", "before");
        host.clock().advance(Duration.ofSeconds(30));
        network.thenReconnect(() -> {
            host.clock().advance(Duration.ofSeconds(30));
            sayUnseen("7001", "missed");
        });

        serve();

        assertThat(texts()).containsExactly("re: missed");
    }

    @Test
    void what_is_too_old_to_be_read_is_a_gap() throws IOException {
        serveOne("7001");
        sayUnseen("7001", "old");
        host.clock().advance(Duration.ofMinutes(40));
        sayUnseen("7001", "young");

        List<Event> events = serve();

        assertThat(texts()).containsExactly("re: first", "re: young");
        assertThat(Runs.lines(host, "drops"))
                .singleElement()
                .asString()
                .contains("gap", "7001", "after", "before");
        assertThat(events).contains(new Event.Gap("7001"));
    }

    @ParameterizedTest
    @CsvSource({"' ', false", "a question, true"})
    void what_is_too_old_is_a_gap_only_where_something_was_for_us(String said, boolean isGap)
            throws IOException {
        network.say("7001", " ", host.clock().now());
        network.thenReconnect(() -> {
            sayUnseen("7001", said);
            host.clock().advance(Duration.ofMinutes(40));
        });

        List<Event> events = serve();

        assertThat(texts()).isEmpty();
        assertThat(events.contains(new Event.Gap("7001"))).isEqualTo(isGap);
    }

    @Test
    void what_is_known_already_is_no_gap() throws IOException {
        serveOne("7001");
        host.clock().advance(Duration.ofMinutes(40));
        sayUnseen("7001", "young");

        serve();

        assertThat(texts()).containsExactly("re: first", "re: young");
        assertThat(Runs.lines(host, "drops")).isEmpty();
    }

    @Test
    void where_very_much_was_written_somebody_may_have_asked() throws IOException {
        serveOne("7001");
        for (int i = 0; i < 3; i++) {
            sayUnseen("7001", " ");
        }
        host.clock().advance(Duration.ofMinutes(40));

        serve();

        assertThat(Runs.lines(host, "drops")).singleElement().asString().contains("gap");
    }

    @Test
    void what_is_too_much_to_be_read_is_a_gap() throws IOException {
        serveOne("7001");
        for (int i = 0; i < 60; i++) {
            sayUnseen("7001", "missed");
        }

        serve();

        // Fifty are read: the first and its answer once more, and in whole pages.
        assertThat(texts()).hasSize(1 + 49);
        assertThat(Runs.lines(host, "drops")).singleElement().asString().contains("gap");
    }

    @Test
    void a_history_that_cannot_be_read_is_a_gap_and_the_run_goes_on() throws IOException {
        serveOne("7001");
        sayUnseen("7001", "missed");
        network.say("7001", "new", host.clock().now());
        network.breakHistory(99);

        serve();

        assertThat(texts()).containsExactly("re: first", "re: new");
        assertThat(Runs.lines(host, "drops")).singleElement().asString().contains("gap");
        assertThat(Runs.files(host)).doesNotContainKey("unread.json");
    }

    @Test
    void a_history_that_cannot_be_read_at_once_is_tried_again() throws IOException {
        serveOne("7001");
        sayUnseen("7001", "missed");
        network.breakHistory(2);

        serve();

        assertThat(texts()).containsExactly("re: first", "re: missed");
        assertThat(Runs.lines(host, "drops")).isEmpty();
    }

    @Test
    void a_crash_while_reading_hides_nothing_behind_what_came_meanwhile() throws IOException {
        serveOne("7001");
        String missed = sayUnseen("7001", "missed");
        String later = network.say("7001", "new", host.clock().now());
        SimProcess process = host.start("cut off");
        network.onHistory(() -> {
            // What is new is in the inbox before the history is read.
            network.showNow(later);
            process.kill();
        });
        Runs.serveUntilKilled(process, network, Runs.binding());
        assertThat(Runs.lines(host, "inbox").getLast()).contains(later);

        network.take(later);
        serve();

        assertThat(texts()).as("in order").containsExactly("re: first", "re: missed", "re: new");
        assertThat(Runs.turn(host, missed).string("outcome")).contains("answered");
        assertThat(Runs.files(host)).doesNotContainKey("unread.json");
    }

    @Test
    void a_message_of_ours_in_the_history_confirms_its_part() throws IOException {
        serveOne("7001");
        network.say("7001", "second", host.clock().now());
        network.next(post -> {
            network.receive(post, host.clock().now());
            return Optional.of(new Answer.Rejected("odd"));
        });
        serve();

        assertThat(Runs.lines(host, "outbox").getLast()).contains("refused");
        serve();

        // What is settled stays so.
        assertThat(Runs.lines(host, "outbox").getLast()).contains("refused");
    }

    /// A gateway may show a message before an older one, and a crash come between.
    @Test
    void what_came_out_of_its_order_is_read_back_too() throws IOException {
        Instant now = host.clock().now();
        sayUnseen("7001", "older");
        network.say("7001", "newer", now.plusSeconds(9));
        serve();

        assertThat(texts()).containsExactly("re: newer");
        serve();
        serve();

        assertThat(texts()).containsExactly("re: newer", "re: older");
    }

    @Test
    void a_channel_where_nothing_was_for_us_is_read_from_where_it_was_seen() throws IOException {
        network.say("7001", "first", host.clock().now());
        for (int i = 0; i < 60; i++) {
            network.say("7001", " ", host.clock().now());
        }
        host.clock().advance(Duration.ofSeconds(30));
        network.say("7001", " ", host.clock().now());
        network.thenReconnect(() -> {
            host.clock().advance(Duration.ofSeconds(60));
            sayUnseen("7001", "missed");
        });

        serve();

        assertThat(texts()).containsExactly("re: first", "re: missed");
        assertThat(Runs.lines(host, "drops")).noneMatch(line -> line.contains("gap"));
    }

    @Test
    void a_channel_where_the_binding_does_not_listen_is_not_read() throws IOException {
        network.say("7777", "not for us", host.clock().now());
        network.thenReconnect(() -> {});
        List<String> read = new ArrayList<>();
        network.onEachHistory(read::add);

        serve();

        assertThat(read).doesNotContain("7777");
    }

    @Test
    void of_very_many_channels_those_that_were_quiet_longest_are_one_gap() throws IOException {
        for (int i = 0; i < 260; i++) {
            network.say(Integer.toString(90_000 + i), "hello", host.clock().now());
            host.clock().advance(Duration.ofMillis(1));
        }
        Runs.serve(host.start("run"), network, Runs.everywhere(MANY));
        List<String> read = new ArrayList<>();
        network.onEachHistory(read::add);

        Runs.serve(host.start("next"), network, Runs.everywhere(MANY));

        assertThat(read).hasSize(250).doesNotContain("90009").contains("90010");
        assertThat(Runs.lines(host, "drops"))
                .singleElement()
                .asString()
                .contains("gap", "\"channel\":\"*\"");
    }
}
