package dev.belay.deletion.provider.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
    private static final String DATE = "Sun, 29 Nov 2026 10:00:00 GMT";

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "' 7 ', 7", "3600, 3600", "3601, 3600", "999999999, 3600"})
    void is_a_number_of_seconds_and_no_longer_than_an_hour(String asked, long seconds) {
        assertThat(RetryAfter.of(Map.of("retry-after", List.of(asked))))
                .contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    Sun, 29 Nov 2026 10:00:07 GMT | 7
                    Sun, 29 Nov 2026 09:00:00 GMT | 0
                    Mon, 30 Nov 2026 10:00:00 GMT | 3600
                    """)
    void is_a_date_by_the_clock_of_the_server(String asked, long seconds) {
        assertThat(RetryAfter.of(Map.of("retry-after", List.of(asked), "date", List.of(DATE))))
                .contains(Duration.ofSeconds(seconds));
    }

    @Test
    void is_nothing_when_a_date_has_nothing_to_be_measured_by() {
        assertThat(RetryAfter.of(Map.of("retry-after", List.of(DATE)))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "soon", "1e3", "10000000000", "29 Nov 2026"})
    void is_nothing_when_it_is_not_understood(String asked) {
        assertThat(RetryAfter.of(Map.of("retry-after", List.of(asked), "date", List.of(DATE))))
                .isEmpty();
        assertThat(RetryAfter.of(Map.of())).isEmpty();
    }
}
