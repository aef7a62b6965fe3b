package dev.belay.proof.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a wall clock that moves does to a binding, one run after the other.
@Timeout(120)
class RunClockTest {
    private static final Instant EVENING = Instant.parse("2026-03-01T23:50:00Z");
    private static final Instant NIGHT = Instant.parse("2026-03-02T00:10:00Z");

    @TempDir private Path home;
    private TerminalPlace place;

    @BeforeEach
    void a_binding_with_a_ceiling() throws IOException {
        place = new TerminalPlace(home);
        place.configure("", "ceilings: {daily: 2}\ntexts: {ceiling: tomorrow}\n");
    }

    private String said(Instant now, String... lines) {
        place.setClock(now);
        return place.converse(lines).out();
    }

    @Test
    void the_ceiling_holds_over_restarts_until_midnight_in_utc() throws Exception {
        assertThat(said(EVENING, "one")).isEqualTo("to one\n");
        assertThat(said(EVENING, "two", "three")).isEqualTo("to two\ntomorrow\n");
        assertThat(said(EVENING, "four")).isEmpty();

        assertThat(said(NIGHT, "five", "six", "seven", "eight"))
                .isEqualTo("to five\nto six\ntomorrow\n");

        assertThat(place.questions()).containsExactly("one", "two", "five", "six");
    }

    @Test
    void a_clock_that_is_set_back_gives_no_day_twice_and_loses_no_message() throws Exception {
        assertThat(said(EVENING, "one")).isEqualTo("to one\n");
        assertThat(said(NIGHT, "two", "three", "four")).isEqualTo("to two\nto three\ntomorrow\n");

        assertThat(said(EVENING, "five", "six")).isEqualTo("to five\ntomorrow\n");
        assertThat(said(NIGHT, "seven")).isEmpty();

        assertThat(place.questions()).containsExactly("one", "two", "three", "five");
        assertThat(place.belay("connector", "status", TerminalPlace.NAME).out())
                .contains("7 accepted, 0 waiting");
    }
}
