package dev.belay.connector.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.Snowflake;
import dev.belay.connector.turn.CatchingUp.Limits;
import dev.belay.connector.turn.CatchingUp.Page;
import dev.belay.connector.turn.CatchingUp.Start;
import dev.belay.connector.turn.CatchingUp.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CatchingUpTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Limits LIMITS = new Limits(Duration.ofMinutes(30), 300);

    private static Snowflake minutesAgo(long minutes) {
        return new Snowflake(
                Snowflake.atOrAfter(NOW.minus(Duration.ofMinutes(minutes))).value() + 5);
    }

    @Test
    void a_channel_that_was_never_seen_begins_now() {
        assertThat(CatchingUp.start(Optional.empty(), NOW, LIMITS)).isEqualTo(new Start.FromNow());
    }

    @Test
    void reading_begins_behind_the_newest_message() {
        Snowflake last = minutesAgo(10);

        assertThat(CatchingUp.start(Optional.of(last), NOW, LIMITS))
                .isEqualTo(new Start.After(last));
    }

    @Test
    void what_is_too_old_is_a_gap_and_is_not_read() {
        Snowflake last = minutesAgo(31);
        Snowflake oldest = Snowflake.atOrAfter(NOW.minus(Duration.ofMinutes(30)));

        assertThat(CatchingUp.start(Optional.of(last), NOW, LIMITS))
                .isEqualTo(new Start.AfterGap(last, oldest));
    }

    @Test
    void a_full_page_is_followed_by_another_until_the_bound() {
        Snowflake last = minutesAgo(1);

        assertThat(CatchingUp.next(new Page(last, true, 100), LIMITS))
                .isEqualTo(new Step.ReadOn(last));
        assertThat(CatchingUp.next(new Page(last, false, 100), LIMITS)).isEqualTo(new Step.Done());
        assertThat(CatchingUp.next(new Page(last, true, 300), LIMITS))
                .isEqualTo(new Step.StopWithGap(last));
        assertThat(CatchingUp.next(new Page(last, false, 300), LIMITS)).isEqualTo(new Step.Done());
    }
}
