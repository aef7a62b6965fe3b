package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.binding.Binding.Ceilings;
import dev.belay.connector.custody.Event;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What was written while no program looked, in threads of which no journal knows.
class MissedThreadsTest {
    private static final Ceilings MANY = new Ceilings(1_000, 0, 0, 0, 4, 50);

    private final FakeNetwork network = new FakeNetwork();
    private SimHost host;

    @BeforeEach
    void serveOnce() throws IOException {
        host = Runs.host();
        network.say("7001", "first", host.clock().now());
        serve();
        host.clock().advance(Duration.ofMinutes(1));
    }

    private List<Event> serve() throws IOException {
        return Runs.serve(host.start("run"), network, Runs.binding());
    }

    private String sayUnseen(String channel, String text) {
        String id = network.say(channel, text, host.clock().now());
        network.take(id);
        return id;
    }

    private String beginUnseen(String parent, String... texts) {
        String thread = network.begin(parent, host.clock().now());
        for (String text : texts) {
            sayUnseen(thread, text);
        }
        return thread;
    }

    private List<String> texts() {
        return network.ours().stream().map(FakeNetwork.Said::text).toList();
    }

    @Test
    void a_thread_that_began_while_nobody_looked_is_read_back() throws IOException {
        beginUnseen("7002", "one", "two", "three", "four");

        serve();

        assertThat(texts())
                .containsExactly("re: first", "re: one", "re: two", "re: three", "re: four");
        assertThat(Runs.lines(host, "drops")).isEmpty();
        assertThat(Runs.files(host)).doesNotContainKey("unread.json");
    }

    @Test
    void a_thread_in_which_nothing_was_accepted_before_is_read_back() throws IOException {
        String thread = network.begin("7001", host.clock().now().minusSeconds(600));
        sayUnseen(thread, "missed");

        serve();

        assertThat(texts()).containsExactly("re: first", "re: missed");
    }

    @Test
    void what_a_thread_began_with_may_have_its_own_id() throws IOException {
        String thread = network.begin("7001", host.clock().now());
        network.say(new FakeNetwork.Said(thread, thread, "8001", "", "began", ""));
        network.take(thread);

        serve();

        assertThat(texts()).containsExactly("re: first", "re: began");
    }

    @Test
    void so_is_one_that_began_between_two_connections() throws IOException {
        network.thenReconnect(() -> {
            host.clock().advance(Duration.ofSeconds(30));
            beginUnseen("7001", "missed");
        });

        serve();

        assertThat(texts()).containsExactly("re: first", "re: missed");
    }

    @Test
    void a_thread_where_the_binding_does_not_listen_is_not_read() throws IOException {
        beginUnseen("7777", "not for us");
        String quiet = network.begin("7001", host.clock().now().minusSeconds(600));
        List<String> read = new ArrayList<>();
        network.onEachHistory(read::add);

        serve();

        assertThat(texts()).containsExactly("re: first");
        assertThat(read).containsExactly("7001").doesNotContain(quiet);
    }

    @Test
    void before_the_first_message_of_all_nothing_is_looked_for() throws IOException {
        host = Runs.host();
        beginUnseen("7001", "before our time");

        serve();

        assertThat(texts()).containsExactly("re: first");
    }

    @Test
    void threads_that_nobody_names_are_a_gap_and_the_run_goes_on() throws IOException {
        beginUnseen("7001", "missed");
        network.breakThreads(3);

        serve();

        assertThat(texts()).containsExactly("re: first");
        assertThat(Runs.lines(host, "drops"))
                .singleElement()
                .asString()
                .contains("gap", "\"channel\":\"*\"", "after");
        assertThat(Runs.files(host)).doesNotContainKey("unread.json");
    }

    @Test
    void threads_that_nobody_names_at_once_are_asked_for_again() throws IOException {
        beginUnseen("7001", "missed");
        network.breakThreads(2);

        serve();

        assertThat(texts()).containsExactly("re: first", "re: missed");
    }

    @Test
    void what_is_too_old_in_any_of_them_is_one_gap() throws IOException {
        beginUnseen("7001", "old");
        String other = beginUnseen("7002", "old too");
        host.clock().advance(Duration.ofMinutes(40));
        sayUnseen(other, "young");

        serve();

        assertThat(texts()).containsExactly("re: first", "re: young");
        assertThat(Runs.lines(host, "drops"))
                .filteredOn(line -> line.contains("\"channel\":\"*\""))
                .singleElement()
                .asString()
                .contains("gap", "before");
    }

    @Test
    void of_very_many_threads_some_are_one_gap() throws IOException {
        for (int i = 0; i < 260; i++) {
            beginUnseen("7001", "missed");
        }
        List<String> read = new ArrayList<>();
        network.onEachHistory(read::add);

        Runs.serve(host.start("run"), network, Runs.everywhere(MANY));

        assertThat(read).hasSize(1 + 250);
        assertThat(Runs.lines(host, "drops")).singleElement().asString().contains("gap");
    }

    /// A message is accepted in a thread before it was found; its own inbox would hide the others.
    @Test
    void a_crash_before_a_thread_is_found_hides_nothing_behind_what_came_meanwhile()
            throws IOException {
        String thread = beginUnseen("7001", "missed");
        host.clock().advance(Duration.ofSeconds(30));
        String later = network.say(thread, "new", host.clock().now());
        SimProcess process = host.start("cut off");
        network.onThreads(() -> {
            network.showNow(later);
            process.kill();
        });
        Runs.serveUntilKilled(process, network, Runs.binding());
        assertThat(Runs.lines(host, "inbox").getLast()).contains(later);

        network.take(later);
        serve();

        assertThat(texts()).containsExactly("re: first", "re: missed", "re: new");
    }

    @Test
    void a_crash_before_a_thread_is_found_hides_nothing_behind_what_was_read_elsewhere()
            throws IOException {
        beginUnseen("7001", "missed");
        host.clock().advance(Duration.ofSeconds(30));
        sayUnseen("7001", "later");
        SimProcess process = host.start("cut off");
        network.onThreads(process::kill);
        Runs.serveUntilKilled(process, network, Runs.binding());
        assertThat(Runs.lines(host, "inbox")).hasSize(2);

        serve();

        assertThat(texts()).contains("re: missed", "re: later");
    }

    @Test
    void what_was_missed_in_a_thread_comes_before_what_is_new_there() throws IOException {
        String thread = beginUnseen("7001", "missed");
        String later = network.say(thread, "new", host.clock().now());
        network.take(later);
        network.onThreads(() -> network.showNow(later));

        serve();

        assertThat(texts()).containsExactly("re: first", "re: missed", "re: new");
    }

    @Test
    void so_it_does_while_a_second_connection_looks_for_threads() throws IOException {
        network.onThreads(() -> {
            network.connectNow();
            network.onThreads(() -> {
                String thread = beginUnseen("7001", "missed");
                network.showNow(sayUnseen(thread, "new"));
            });
        });

        serve();

        assertThat(texts()).containsExactly("re: first", "re: missed", "re: new");
    }
}
