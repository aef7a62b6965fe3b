package dev.belay.connector.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.turn.Admitting.Brake;
import dev.belay.connector.turn.Admitting.Facts;
import dev.belay.connector.turn.Admitting.Notice;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdmittingTest {
    private static final Duration AGE_MAX = Duration.ofMinutes(15);

    // Long: a table that is read as a whole.
    @Test
    void the_whole_table_is_this_one() {
        StringBuilder table = new StringBuilder();
        for (Brake brake : Brake.values()) {
            for (long age : List.of(0, 16)) {
                for (long admitted : List.of(9, 10)) {
                    for (Notice notice : Notice.values()) {
                        Duration old = Duration.ofMinutes(age);
                        Facts facts = new Facts(brake, old, AGE_MAX, admitted, 10, notice);
                        table.append(
                                "%-4s %2d %2d %-5s -> %s%n"
                                        .formatted(
                                                brake,
                                                age,
                                                admitted,
                                                notice,
                                                Admitting.next(facts)));
                    }
                }
            }
        }

        assertThat(table.toString())
                .isEqualToNormalizingNewlines(
                        """
                        FREE  0  9 DUE   -> Admit[]
                        FREE  0  9 GIVEN -> Admit[]
                        FREE  0 10 DUE   -> DropWithNotice[]
                        FREE  0 10 GIVEN -> Drop[reason=CEILING]
                        FREE 16  9 DUE   -> Drop[reason=TOO_OLD]
                        FREE 16  9 GIVEN -> Drop[reason=TOO_OLD]
                        FREE 16 10 DUE   -> Drop[reason=TOO_OLD]
                        FREE 16 10 GIVEN -> Drop[reason=TOO_OLD]
                        SET   0  9 DUE   -> Drop[reason=STOPPED]
                        SET   0  9 GIVEN -> Drop[reason=STOPPED]
                        SET   0 10 DUE   -> Drop[reason=STOPPED]
                        SET   0 10 GIVEN -> Drop[reason=STOPPED]
                        SET  16  9 DUE   -> Drop[reason=STOPPED]
                        SET  16  9 GIVEN -> Drop[reason=STOPPED]
                        SET  16 10 DUE   -> Drop[reason=STOPPED]
                        SET  16 10 GIVEN -> Drop[reason=STOPPED]
                        """);
    }

    @ParameterizedTest
    @CsvSource({"-3600,Admit", "900,Admit", "901,Drop"})
    void a_message_may_be_as_old_as_the_limit(long ageSeconds, String step) {
        Duration age = Duration.ofSeconds(ageSeconds);
        Facts facts = new Facts(Brake.FREE, age, AGE_MAX, 0, 1, Notice.DUE);

        assertThat(Admitting.next(facts).getClass().getSimpleName()).isEqualTo(step);
    }

    @Test
    void a_ceiling_of_nothing_admits_nothing() {
        Facts facts = new Facts(Brake.FREE, Duration.ZERO, AGE_MAX, 0, 0, Notice.DUE);

        assertThat(Admitting.next(facts)).isEqualTo(new Admitting.Step.DropWithNotice());
    }
}
