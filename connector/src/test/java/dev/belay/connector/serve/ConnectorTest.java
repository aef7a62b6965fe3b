package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.binding.Binding;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.sim.SimHost;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a run does about messages, where nothing fails.
class ConnectorTest {
    private final FakeNetwork network = new FakeNetwork();
    private final Binding binding = Runs.binding();
    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Runs.host();
    }

    @Test
    void a_message_is_answered_once_and_leaves_no_text() throws IOException {
        String id = network.say("7001", "hello there", Runs.NOW);

        Runs.serve(host.start("run"), network, binding);
        Runs.serve(host.start("next"), network, binding);

        assertThat(network.ours())
                .extracting(FakeNetwork.Said::text)
                .containsExactly("re: hello there");
        assertThat(network.asked()).hasSize(1);
        assertThat(Runs.files(host)).noneSatisfy((_, text) -> assertThat(text).contains("hello"));
        try (ConnectorJournal journal = Runs.open(host.start("reader"))) {
            assertThat(journal.message(id).isOver()).isTrue();
            assertThat(journal.outbox().unresolved()).isEmpty();
            assertThat(journal.pending().names()).isEmpty();
            assertThat(journal.parts().names()).isEmpty();
        }
    }
}
