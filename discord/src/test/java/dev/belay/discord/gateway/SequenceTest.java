package dev.belay.discord.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceTest {
    @ParameterizedTest
    @CsvSource({
        "1 2 3, 3",
        "1 3, 1",
        "1 3 2, 3",
        "1 4 3 2 5, 5",
        "1 2 2 1, 2",
        "1 2 0 -5, 2",
        "1 9223372036854775807 2, 2",
    })
    void it_is_the_last_of_an_unbroken_row(String numbers, long upTo) {
        Sequence sequence = new Sequence();

        for (String number : numbers.split(" ", -1)) {
            assertThat(sequence.take(Long.parseLong(number))).isFalse();
        }

        assertThat(sequence.upTo()).isEqualTo(upTo);
    }

    @Test
    void a_gap_is_given_up_once_so_much_has_come_behind_it() {
        Sequence sequence = new Sequence();
        sequence.begin(10);
        for (int i = 0; i < Sequence.EARLY_MAX; i++) {
            assertThat(sequence.take(12 + i)).isFalse();
            assertThat(sequence.upTo()).isEqualTo(10);
        }

        assertThat(sequence.take(12 + Sequence.EARLY_MAX)).isTrue();

        assertThat(sequence.upTo()).isEqualTo(12 + Sequence.EARLY_MAX);
    }

    @Test
    void a_new_session_begins_anew() {
        Sequence sequence = new Sequence();
        sequence.take(1);
        sequence.take(3);

        sequence.begin(1);
        sequence.take(2);

        assertThat(sequence.upTo()).isEqualTo(2);
    }
}
