package dev.belay.discord.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.discord.limit.Limits.Place;
import dev.belay.discord.limit.Limits.Said;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsTest {
    private static final Place HERE = new Place("POST /messages", "1");
    private static final Place THERE = new Place("POST /messages", "2");
    private static final Place OTHER = new Place("POST /typing", "1");

    private final Limits limits = new Limits();

    private static Duration at(long second) {
        return Duration.ofSeconds(second);
    }

    @Test
    void nothing_is_held_back_before_a_limit_is_known() {
        for (int i = 0; i < 40; i++) {
            assertThat(limits.reserve(HERE, at(1))).isZero();
        }
    }

    @Test
    void what_is_left_is_counted_down_and_comes_back() {
        limits.said(HERE, new Said("b", 2, at(5)), at(10));

        assertThat(limits.reserve(HERE, at(10))).isZero();
        assertThat(limits.reserve(HERE, at(11))).isZero();
        assertThat(limits.reserve(HERE, at(12))).isEqualTo(at(3));
        assertThat(limits.reserve(THERE, at(12))).as("another channel").isZero();
        assertThat(limits.reserve(HERE, at(15))).isZero();
    }

    @Test
    void an_answer_that_was_overtaken_gives_nothing_back() {
        limits.said(HERE, new Said("b", 2, at(5)), at(10));
        limits.reserve(HERE, at(10));
        limits.reserve(HERE, at(10));

        limits.said(HERE, new Said("b", 1, at(5)), at(10));

        assertThat(limits.reserve(HERE, at(10))).isEqualTo(at(5));
    }

    @Test
    void routes_of_one_bucket_share_it() {
        limits.said(OTHER, new Said("b", 5, at(5)), at(10));
        limits.said(HERE, new Said("b", 0, at(5)), at(10));

        assertThat(limits.reserve(OTHER, at(10))).isEqualTo(at(5));
    }

    @Test
    void a_limit_that_was_exceeded_is_closed_for_as_long_as_it_says() {
        limits.exceeded(HERE, at(7), at(10));

        assertThat(limits.reserve(HERE, at(10))).isEqualTo(at(7));
        assertThat(limits.reserve(OTHER, at(10))).isZero();
    }

    @Test
    void what_is_exceeded_by_all_closes_everything() {
        limits.exceededByAll(at(7), at(10));
        limits.exceededByAll(at(1), at(10));

        assertThat(limits.reserve(HERE, at(10))).isEqualTo(at(7));
        assertThat(limits.reserve(OTHER, at(16))).isEqualTo(at(1));
        assertThat(limits.reserve(OTHER, at(17))).isZero();
    }

    @Test
    void no_more_than_fifty_are_sent_in_a_second() {
        for (int i = 0; i < 50; i++) {
            assertThat(limits.reserve(new Place("r", "" + i), at(1))).isZero();
        }

        assertThat(limits.reserve(HERE, at(1))).isEqualTo(at(1));
        assertThat(limits.reserve(HERE, at(2))).isZero();
    }

    @Test
    void a_thousand_invalid_ones_in_ten_minutes_end_the_asking() {
        for (int i = 0; i < 999; i++) {
            limits.invalid(at(100));
        }
        assertThat(limits.reserve(HERE, at(100))).isZero();

        limits.invalid(at(100));

        assertThat(limits.reserve(HERE, at(100))).isEqualTo(at(600));
        assertThat(limits.reserve(HERE, at(700))).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1000",
        "0.001, 1",
        "0.0001, 1",
        "64.57, 64570",
        "3600, 3600000",
        "99999999999, 3600000",
        "0.9999999, 1000",
    })
    void seconds_are_read_and_rounded_up(String text, long millis) {
        assertThat(Seconds.parse(text, Duration.ofHours(1))).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({"-1", "soon", "1e3", "NaN", "''", "1.", "' 1'", "0x10", "1234567890123"})
    void what_is_no_time_is_none(String text) {
        assertThat(Seconds.parse(text, Duration.ofHours(1))).isEmpty();
    }
}
