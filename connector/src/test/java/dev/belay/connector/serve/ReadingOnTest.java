package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.Snowflake;
import dev.belay.connector.engine.Engine;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.gate.Killed;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Reading back that is cut off goes on where it was.
class ReadingOnTest {
    private final FakeNetwork network = new FakeNetwork();
    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Runs.host();
    }

    private void serve() throws IOException {
        Runs.serve(host.start("run"), network, Runs.binding());
    }

    private String sayUnseen(String text) {
        String id = network.say("7001", text, host.clock().now());
        network.take(id);
        return id;
    }

    private void serveOne() throws IOException {
        network.say("7001", "first", host.clock().now());
        serve();
    }

    private List<String> texts() {
        return network.ours().stream().map(FakeNetwork.Said::text).toList();
    }

    /// Kills a process that wants another page of a history.
    private void killAtPage(SimProcess process, int page) {
        AtomicInteger pages = new AtomicInteger();
        network.onEachHistory(channel -> {
            if (channel.equals("7001") && pages.incrementAndGet() == page) {
                process.kill();
            }
        });
    }

    private String unread() throws IOException {
        return Runs.files(host).getOrDefault("unread.json", "");
    }

    @Test
    void the_next_run_goes_on_behind_the_last_page_that_is_in() throws IOException {
        serveOne();
        List<String> missed = new ArrayList<>();
        for (int i = 1; i <= 7; i++) {
            missed.add(sayUnseen("missed " + i));
        }
        host.clock().advance(Duration.ofSeconds(30));
        SimProcess process = host.start("cut off");
        killAtPage(process, 2);
        Runs.serveUntilKilled(process, network, Runs.binding());

        // The first page has the first message, our answer, and one that was missed.
        assertThat(unread()).contains("\"7001\":\"" + missed.getFirst() + "\"");
        List<String> read = new ArrayList<>();
        network.onEachHistory(read::add);
        serve();

        assertThat(read).filteredOn("7001"::equals).as("two pages, and that no more is").hasSize(3);
        assertThat(texts()).hasSize(8).endsWith("re: missed 6", "re: missed 7");
        assertThat(Runs.files(host)).doesNotContainKey("unread.json");
    }

    @Test
    void the_newest_messages_are_read_once_more_since_an_older_one_may_follow() throws IOException {
        serveOne();
        host.clock().advance(Duration.ofSeconds(60));
        for (int i = 1; i <= 5; i++) {
            sayUnseen("missed " + i);
        }
        SimProcess process = host.start("cut off");
        killAtPage(process, 2);
        Runs.serveUntilKilled(process, network, Runs.binding());

        Instant settled = host.clock().now().minusSeconds(10);
        assertThat(unread()).contains("\"7001\":\"" + Snowflake.atOrAfter(settled) + "\"");
    }

    /// Every life ends at its second page or its second question.
    @Test
    void runs_that_live_shortly_come_to_the_end_of_what_was_missed() throws IOException {
        serveOne();
        List<String> missed = new ArrayList<>();
        for (int i = 1; i <= 12; i++) {
            host.clock().advance(Duration.ofSeconds(11));
            missed.add(sayUnseen("missed " + i));
        }
        host.clock().advance(Duration.ofSeconds(11));

        for (int life = 0; life < 60; life++) {
            SimProcess process = host.start("life " + life);
            killAtPage(process, 2);
            liveShortly(process);
            host.clock().advance(Duration.ofSeconds(5));
        }

        for (String id : missed) {
            assertThat(Runs.turn(host, id).string("outcome"))
                    .hasValueSatisfying(it -> assertThat(it).isIn("answered", "interrupted"));
        }
        assertThat(network.asked()).extracting(FakeNetwork.Asked::turn).doesNotHaveDuplicates();
    }

    private void liveShortly(SimProcess process) throws IOException {
        Engine echo = Runs.echo(process, network);
        Engine deadly = Runs.deadly(process, network);
        AtomicInteger questions = new AtomicInteger();
        Engine engine =
                (question, limit) ->
                        (questions.incrementAndGet() < 2 ? echo : deadly).ask(question, limit);
        try {
            Runs.serve(process, network, Runs.binding(), engine);
        } catch (Killed _) {
            process.kill();
        }
    }

    @Test
    void a_channel_in_which_nothing_was_found_is_read_from_there_after_the_next_loss()
            throws IOException {
        SimProcess process = host.start("cut off");
        network.thenReconnect(() -> host.clock().advance(Duration.ofSeconds(30)));
        killAtPage(process, 1);
        Runs.serveUntilKilled(process, network, Runs.binding());
        assertThat(unread()).contains("7001");

        network.onEachHistory(_ -> {});
        network.thenReconnect(() -> {
            host.clock().advance(Duration.ofSeconds(30));
            sayUnseen("missed");
            host.clock().advance(Duration.ofSeconds(30));
        });
        serve();

        assertThat(texts()).containsExactly("re: missed");
    }
}
