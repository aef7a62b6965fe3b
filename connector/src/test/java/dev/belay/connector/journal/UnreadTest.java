package dev.belay.connector.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.Snowflake;
import dev.belay.sim.SimHost;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnreadTest {
    private SimHost host;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Journals.host();
    }

    private static Snowflake id(long value) {
        return new Snowflake(value);
    }

    @Test
    void the_next_owner_finds_the_last_page_of_each_channel() throws IOException {
        try (ConnectorJournal journal = Journals.open(host.start("run"))) {
            journal.unread().begin(Map.of("7", id(100), "8", id(200)), () -> {});
            journal.unread().advance("7", id(150), () -> {});
        }

        try (ConnectorJournal journal = Journals.open(host.start("next"))) {
            assertThat(journal.unread().from("7")).contains(id(150));
            assertThat(journal.unread().from("8")).contains(id(200));
        }
    }

    @Test
    void reading_never_goes_back_and_begins_only_with_a_begin() throws IOException {
        try (ConnectorJournal journal = Journals.open(host.start("run"))) {
            journal.unread().begin(Map.of("7", id(100)), () -> {});
            journal.unread().advance("7", id(90), () -> {});
            journal.unread().advance("8", id(90), () -> {});

            assertThat(journal.unread().from("7")).contains(id(100));
            assertThat(journal.unread().channels()).containsExactly("7");
        }
    }

    @Test
    void a_channel_that_is_read_leaves_with_the_next_change() throws IOException {
        try (ConnectorJournal journal = Journals.open(host.start("run"))) {
            journal.unread().begin(Map.of("7", id(100), "8", id(200)), () -> {});
            journal.unread().done("7");
            assertThat(Journals.text(host, "unread.json")).contains("\"7\"");
            journal.unread().advance("8", id(210), () -> {});

            assertThat(Journals.text(host, "unread.json")).isEqualTo("{\"8\":\"210\"}\n");
            journal.unread().done("8");
            assertThat(Journals.names(host, "")).doesNotContain("unread.json");
        }
    }

    @Test
    void a_channel_is_read_once_all_its_readings_are() throws IOException {
        try (ConnectorJournal journal = Journals.open(host.start("run"))) {
            journal.unread().begin(Map.of("7", id(100)), () -> {});
            journal.unread().begin(Map.of("7", id(120)), () -> {});
            journal.unread().done("7");
            assertThat(journal.unread().from("7")).contains(id(100));

            journal.unread().done("7");
            assertThat(journal.unread().channels()).isEmpty();
        }
    }
}
