package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.TurnId;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.serve.FakeNetwork.Asked;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Invariant;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What must hold of a message's way, however it was cut off, once a run has come to its end.
final class WayInvariants {
    private static final String TODAY = "2026-03-01";

    private final Invariant once = new Invariant("no nonce has two messages");
    private final Invariant accounted = new Invariant("what was taken is accounted for");
    private final Invariant admitted = new Invariant("no engine call without an admission");
    private final Invariant intended = new Invariant("no post without an intent");
    private final Invariant ceiling = new Invariant("the ceiling is held");
    private final Invariant forgotten = new Invariant("no text is left");

    /// The files and directories are there, so that each step is one of a message's.
    static void prepareUsed(SimHost host) throws IOException {
        Runs.prepare(host);
        FakeNetwork network = new FakeNetwork();
        network.say("7009", "before", Runs.NOW.minusSeconds(60));
        Runs.serve(host.start("before"), network, Runs.everywhere());
        host.disk().settle();
    }

    static FakeNetwork saying(String... texts) {
        FakeNetwork network = new FakeNetwork();
        for (String text : texts) {
            network.say("7001", text, Runs.NOW);
        }
        return network;
    }

    /// An invariant that was never looked at has proved nothing.
    void requireReached() {
        for (Invariant each : List.of(once, accounted, admitted, intended, ceiling, forgotten)) {
            assertThat(each.reached()).as(each.toString()).isPositive();
        }
    }

    void requireCeilingReached() {
        for (Invariant each : List.of(once, accounted, intended, ceiling, forgotten)) {
            assertThat(each.reached()).as(each.toString()).isPositive();
        }
    }

    /// @param attemptsMax how often the engine may be asked about one message
    void check(SimProcess process, FakeNetwork network, Binding binding, int attemptsMax)
            throws IOException {
        Map<String, Long> calls =
                network.asked().stream()
                        .collect(Collectors.groupingBy(Asked::turn, Collectors.counting()));
        try (ConnectorJournal journal = Runs.open(process)) {
            calls.forEach((turn, count) -> {
                admitted.check(count <= attemptsMax, () -> turn + " has " + count);
                admitted.check(journal.message(turn).attempts() >= count, () -> turn);
            });
            for (String id : network.taken()) {
                boolean isOver = journal.turns().has(new TurnId(id)) || journal.isDropped(id);
                accounted.check(isOver, () -> id + " is " + journal.message(id));
            }
            journal.drops()
                    .read(line ->
                            accounted.check(
                                    line.string("reason").filter("lost"::equals).isEmpty(),
                                    () -> "what it said is lost: " + line));
            checkOnce(journal, network);
            long today = journal.admissions().countOn(TODAY);
            ceiling.check(today <= binding.ceilings().daily(), () -> today + " were admitted");
            long notices =
                    network.ours().stream().filter(it -> it.text().contains("no more")).count();
            ceiling.check(notices <= 1, () -> "it was said " + notices + " times");
            List<String> pending = journal.pending().names();
            List<String> parts = journal.parts().names();
            forgotten.check(pending.isEmpty() && parts.isEmpty(), () -> pending + " and " + parts);
            assertThat(journal.outbox().unresolved()).isEmpty();
        }
    }

    /// That nothing is there twice, whether or not all is known of it.
    void checkOnce(SimProcess process, FakeNetwork network) throws IOException {
        try (ConnectorJournal journal = Runs.open(process)) {
            checkOnce(journal, network);
        }
    }

    private void checkOnce(ConnectorJournal journal, FakeNetwork network) {
        network.posts()
                .forEach(post -> {
                    String nonce = post.nonce();
                    intended.check(journal.outbox().status(nonce).isPresent(), () -> nonce);
                    once.check(network.delivered(nonce).size() <= 1, () -> nonce);
                });
    }
}
