package dev.belay.app.serving;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.TurnId;
import dev.belay.connector.custody.Event;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.connector.turn.DropReason;
import dev.belay.connector.turn.Outcome;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private static final TurnId TURN = new TurnId("123456789");

    private final Metrics metrics = new Metrics();

    @Test
    void each_event_is_counted_and_no_id_is_shown() {
        metrics.saw(new Event.Accepted("123456789", "channel-55"));
        metrics.saw(new Event.Dropped("123456789", DropReason.CEILING));
        metrics.saw(new Event.Recorded(TURN, Outcome.ANSWERED, 12));
        metrics.saw(new Event.Sent("a-nonce", OutboxStatus.UNKNOWN, "timeout"));
        metrics.saw(new Event.Trouble("a-place", "a sentence"));

        assertThat(metrics.text(Map.of("belay_waiting", 3L)))
                .contains("belay_messages_accepted_total 1\n")
                .contains("belay_messages_dropped_total{reason=\"ceiling\"} 1\n")
                .contains("belay_turns_total{outcome=\"answered\"} 1\n")
                .contains("belay_turns_total{outcome=\"failed\"} 0\n")
                .contains("belay_tokens_total 12\n")
                .contains("belay_parts_total{status=\"unknown\"} 1\n")
                .contains("belay_troubles_total 1\n")
                .contains("# TYPE belay_waiting gauge\nbelay_waiting 3\n")
                .doesNotContain("123456789", "channel-55", "a-nonce", "a-place", "a sentence");
    }

    @Test
    void the_time_of_answers_falls_into_buckets_that_add_up() {
        for (long millis : new long[] {50, 100, 700, 500_000}) {
            metrics.saw(new Event.Returned(TURN, Outcome.ANSWERED, Duration.ofMillis(millis)));
        }

        assertThat(metrics.text(Map.of()))
                .contains("belay_answer_seconds_bucket{le=\"0.1\"} 2\n")
                .contains("belay_answer_seconds_bucket{le=\"1.0\"} 3\n")
                .contains("belay_answer_seconds_bucket{le=\"120.0\"} 3\n")
                .contains("belay_answer_seconds_bucket{le=\"+Inf\"} 4\n")
                .contains("belay_answer_seconds_sum 500.85\n")
                .contains("belay_answer_seconds_count 4\n");
    }
}
