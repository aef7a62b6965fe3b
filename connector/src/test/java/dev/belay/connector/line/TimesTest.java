package dev.belay.connector.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000-01-01T00:00:00Z",
                "0987-06-05T04:03:02.001Z",
                "1969-12-31T23:59:59.999999999Z",
                "1970-01-01T00:00:00Z",
                "2024-02-29T12:00:00.0009Z",
                "9999-12-31T23:59:59.999999999Z",
                "+10000-01-01T00:00:00Z",
                "-0001-12-31T23:59:59.999Z"
            })
    void a_time_is_written_as_the_format_says(String time) {
        Instant instant = Instant.parse(time);

        assertThat(Times.text(instant)).isEqualTo(FORMAT.format(instant));
    }

    @Test
    void so_is_any_time() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 20_000; i++) {
            long second = random.nextLong(FIRST.getEpochSecond(), LAST.getEpochSecond() + 1);
            Instant time = Instant.ofEpochSecond(second, random.nextInt(1_000_000_000));

            assertThat(Times.text(time)).isEqualTo(FORMAT.format(time));
        }
    }
}
