package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.TurnId;
import dev.belay.connector.delivery.Nonces;
import dev.belay.connector.engine.Engine;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Weaknesses of the Node connector, by their ids in docs/DEFECTS.md, in a whole run.
class RunDefectsTest {
    private final FakeNetwork network = new FakeNetwork();
    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Runs.host();
    }

    private void put(String below, String name, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        try (Directory directory = host.disk().makeDirectories(Runs.DIRECTORY.resolve(below));
                OpenFile file = directory.open(name, 0600, OpenOption.WRITE, OpenOption.CREATE)) {
            int written = 0;
            while (written < bytes.length) {
                written += file.write(bytes, written, bytes.length - written, written);
            }
        }
        host.disk().settle();
    }

    @Test
    void j06_what_torn_lines_name_is_neither_asked_nor_sent_again() throws IOException {
        String asked = network.say("7001", "asked", Runs.NOW);
        String sent = Nonces.of(Runs.NAME, new TurnId(asked), 0);
        String notYet = network.say("7001", "not yet", Runs.NOW);
        put("", "inbox.jsonl", "{\"id\":\"1\"}\n{\"id\":\"%s\",\"at".formatted(asked));
        put("", "admissions.jsonl", "{\"id\":\"%s\",\"at\":\"2026-03-01T1".formatted(asked));
        put("", "outbox.jsonl", "{\"nonce\":\"%s\",\"status\":\"intent\"".formatted(sent));

        Runs.serve(host.start("run"), network, Runs.binding());
        Runs.serve(host.start("next"), network, Runs.binding());

        assertThat(network.asked()).extracting(FakeNetwork.Asked::turn).containsExactly(notYet);
        assertThat(network.posts())
                .extracting(post -> post.nonce())
                .containsExactly(Nonces.of(Runs.NAME, new TurnId(notYet), 0));
    }

    @Test
    void j10_a_stop_that_leads_nowhere_brakes_a_run() throws IOException {
        network.say("7001", "first", Runs.NOW);
        network.say("7001", "second", Runs.NOW);
        SimProcess process = host.start("run");
        Engine engine = Runs.echo(process, network);

        Runs.serve(
                process,
                network,
                Runs.binding(),
                (question, limit) -> {
                    try (Directory directory = host.disk().open(Runs.DIRECTORY, "")) {
                        directory.symlink("nowhere", "STOP");
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                    return engine.ask(question, limit);
                });

        assertThat(network.asked()).hasSize(1);
    }

    @Test
    void j17_a_damaged_record_is_never_asked_about_again_and_holds_nothing_up() throws IOException {
        String damaged = network.say("7001", "damaged", Runs.NOW);
        String other = network.say("7001", "other", Runs.NOW);
        network.take(damaged);
        put("", "inbox.jsonl", "{\"id\":\"%s\",\"channel\":\"7001\"}\n".formatted(damaged));
        put(
                "",
                "admissions.jsonl",
                "{\"id\":\"%s\",\"at\":\"2026-03-01T12:00:00.000Z\"}\n".formatted(damaged));
        put("turns", damaged + ".json", "{\"id\":\"");

        Runs.serve(host.start("run"), network, Runs.binding());

        assertThat(network.asked()).extracting(FakeNetwork.Asked::turn).containsExactly(other);
    }

    @Test
    void j23_a_message_costs_a_run_the_same_however_long_the_history_is() throws IOException {
        long few = callsOfASecondMessage(3);
        long many = callsOfASecondMessage(2_000);

        assertThat(many).isEqualTo(few);
    }

    /// How many calls of the disk lie between the first and the second question.
    private long callsOfASecondMessage(int history) throws IOException {
        host = Runs.host();
        StringBuilder inbox = new StringBuilder();
        StringBuilder admissions = new StringBuilder();
        StringBuilder outbox = new StringBuilder();
        StringBuilder drops = new StringBuilder();
        for (int i = 1; i <= history; i++) {
            inbox.append("{\"id\":\"%d\",\"channel\":\"7001\"}\n".formatted(i));
            admissions.append("{\"id\":\"%d\",\"at\":\"2026-02-01\"}\n".formatted(i));
            outbox.append("{\"nonce\":\"n%d\",\"status\":\"confirmed\"}\n".formatted(i));
            drops.append("{\"id\":\"%d\",\"reason\":\"ceiling\"}\n".formatted(i));
            put("turns", i + ".json", "{\"id\":\"%d\"}\n".formatted(i));
        }
        put("", "inbox.jsonl", inbox.toString());
        put("", "admissions.jsonl", admissions.toString());
        put("", "outbox.jsonl", outbox.toString());
        put("", "drops.jsonl", drops.toString());
        FakeNetwork messages = new FakeNetwork();
        messages.say("7001", "first", Runs.NOW);
        messages.say("7001", "second", Runs.NOW);
        SimProcess process = host.start("run");
        FaultyDisk[] counting = new FaultyDisk[1];
        process.wrapDisk(disk -> {
            counting[0] = FaultyDisk.failingOnce(disk, Fault.EIO, Integer.MAX_VALUE);
            return counting[0];
        });
        Engine echo = Runs.echo(process, messages);
        long[] calls = new long[2];
        Runs.serve(
                process,
                messages,
                Runs.binding(),
                (question, limit) -> {
                    calls[messages.asked().size()] = counting[0].calls();
                    return echo.ask(question, limit);
                });
        return calls[1] - calls[0];
    }
}
