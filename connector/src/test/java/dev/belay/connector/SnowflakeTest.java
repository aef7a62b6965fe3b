package dev.belay.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class SnowflakeTest {
    /// The example of Discord's own documentation.
    @Test
    void an_id_says_when_it_was_made() {
        assertThat(Snowflake.parse("175928847299117063").orElseThrow().time())
                .isEqualTo(Instant.parse("2016-04-30T11:18:25.796Z"));
    }

    @Test
    void the_lowest_id_of_a_time_is_not_before_it() {
        Instant time = Instant.parse("2016-04-30T11:18:25.796Z");
        Snowflake lowest = Snowflake.atOrAfter(time);

        assertThat(lowest.time()).isEqualTo(time);
        assertThat(new Snowflake(lowest.value() - 1).time()).isBefore(time);
        assertThat(Snowflake.atOrAfter(Instant.EPOCH)).isEqualTo(new Snowflake(0));
    }

    @Test
    void ids_are_compared_as_numbers_without_a_sign() {
        Snowflake small = Snowflake.parse("99").orElseThrow();
        Snowflake large = Snowflake.parse("18446744073709551615").orElseThrow();

        assertThat(small).isLessThan(large);
        assertThat(large.toString()).isEqualTo("18446744073709551615");
        assertThat(Snowflake.parse("18446744073709551616")).isEmpty();
    }
}
