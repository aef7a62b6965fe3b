package dev.belay.connector.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.delivery.Reconciling.Facts;
import dev.belay.connector.delivery.Reconciling.Limits;
import dev.belay.connector.delivery.Reconciling.Search;
import dev.belay.connector.delivery.Reconciling.Text;
import dev.belay.connector.delivery.Reconciling.Window;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReconcilingTest {
    private static final Limits LIMITS = new Limits(Duration.ofSeconds(90), Duration.ofSeconds(15));

    @Test
    void the_whole_table_is_this_one() {
        StringBuilder table = new StringBuilder();
        for (Window window : Window.values()) {
            for (Text text : Text.values()) {
                for (Search search :
                        List.of(
                                new Search.NotYet(),
                                new Search.Found("9"),
                                new Search.NotFound())) {
                    table.append(
                            "%-4s %-5s %-8s -> %s%n"
                                    .formatted(
                                            window,
                                            text,
                                            search.getClass().getSimpleName(),
                                            Reconciling.next(new Facts(window, text, search))));
                }
            }
        }

        assertThat(table.toString())
                .isEqualToNormalizingNewlines(
                        """
                        OPEN KNOWN NotYet   -> PostAgain[]
                        OPEN KNOWN Found    -> Confirm[messageId=9]
                        OPEN KNOWN NotFound -> PostAgain[]
                        OPEN GONE  NotYet   -> LookForIt[]
                        OPEN GONE  Found    -> Confirm[messageId=9]
                        OPEN GONE  NotFound -> LeaveUnknown[]
                        PAST KNOWN NotYet   -> LookForIt[]
                        PAST KNOWN Found    -> Confirm[messageId=9]
                        PAST KNOWN NotFound -> LeaveUnknown[]
                        PAST GONE  NotYet   -> LookForIt[]
                        PAST GONE  Found    -> Confirm[messageId=9]
                        PAST GONE  NotFound -> LeaveUnknown[]
                        """);
    }

    /// A repetition must be over before the channel may have forgotten the nonce.
    @ParameterizedTest
    @CsvSource({"0,OPEN", "74,OPEN", "75,PAST", "90,PAST", "172800,PAST"})
    void the_window_is_measured_from_the_first_intent(long ageSeconds, Window expected) {
        Duration age = Duration.ofSeconds(ageSeconds);

        assertThat(Reconciling.window(Optional.of(age), LIMITS)).isEqualTo(expected);
    }

    @Test
    void an_intent_without_a_time_is_long_past() {
        assertThat(Reconciling.window(Optional.empty(), LIMITS)).isEqualTo(Window.PAST);
    }
}
