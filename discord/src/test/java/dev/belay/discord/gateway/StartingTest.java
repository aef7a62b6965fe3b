package dev.belay.discord.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartingTest {
    private static final Instant NOW = Instant.parse("2026-05-04T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        // How many today, seconds since the last, seconds to wait.
        "0, 0, 0",
        "1, 0, 5",
        "1, 4, 1",
        "1, 5, 0",
        "1, 9999, 0",
        "9, 4, 1",
        "9, 5, 0",
        "10, 0, 60",
        "10, 59, 1",
        "10, 60, 0",
        "49, 60, 0",
        "50, 60, 240",
        "50, 300, 0",
        "399, 299, 1",
        "399, 300, 0",
        "400, 300, 3600",
        "400, 80000, 3600",
        // A clock that was set back: the last one is still to come.
        "1, -1000, 5",
        "10, -1000, 60",
        "50, -90000, 300",
    })
    void the_more_there_were_the_longer_is_the_wait(int today, long since, long wait) {
        List<Instant> starts = Collections.nCopies(today, NOW.minusSeconds(since));

        assertThat(Starting.delay(starts, NOW)).isEqualTo(Duration.ofSeconds(wait));
    }

    @Test
    void those_of_yesterday_do_not_count() {
        List<Instant> starts = Collections.nCopies(400, NOW.minus(Duration.ofHours(24)));

        assertThat(Starting.delay(starts, NOW)).isZero();
    }

    @Test
    void a_program_that_dies_at_once_each_time_stays_far_below_a_thousand_a_day() {
        List<Instant> starts = new ArrayList<>();
        Instant end = NOW.plus(Duration.ofDays(3));
        for (Instant now = NOW; now.isBefore(end); ) {
            Duration wait = Starting.delay(starts, now);
            now = now.plus(wait);
            if (wait.isZero()) {
                starts.add(now);
            }
        }

        for (int i = 0; i < starts.size(); i++) {
            Instant from = starts.get(i);
            long inADay =
                    starts.stream()
                            .filter(start -> !start.isBefore(from))
                            .filter(start -> start.isBefore(from.plus(Duration.ofDays(1))))
                            .count();
            assertThat(inADay).isLessThan(340);
        }
    }
}
