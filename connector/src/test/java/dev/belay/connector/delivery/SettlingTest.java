package dev.belay.connector.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.delivery.Settling.Answer;
import dev.belay.connector.delivery.Settling.Attempt;
import dev.belay.connector.delivery.Settling.Facts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettlingTest {
    // Long: a table that is read as a whole.
    @Test
    void the_whole_table_is_this_one() {
        StringBuilder table = new StringBuilder();
        for (Answer answer :
                List.of(
                        new Answer.Delivered("9"),
                        new Answer.Gone("10008"),
                        new Answer.Rejected("50013"),
                        new Answer.Deferred(Duration.ofSeconds(30)),
                        new Answer.Unsure("504"))) {
            for (Attempt attempt : Attempt.values()) {
                for (int left : List.of(60, 5)) {
                    Facts facts =
                            new Facts(
                                    answer,
                                    attempt,
                                    Duration.ofSeconds(left),
                                    Duration.ofSeconds(7));
                    table.append(
                            "%-9s %-8s %2d -> %s%n"
                                    .formatted(
                                            answer.getClass().getSimpleName(),
                                            attempt,
                                            left,
                                            Settling.next(facts)));
                }
            }
        }

        assertThat(table.toString())
                .isEqualToNormalizingNewlines(
                        """
                        Delivered FIRST    60 -> Confirm[messageId=9]
                        Delivered FIRST     5 -> Confirm[messageId=9]
                        Delivered REPEATED 60 -> Confirm[messageId=9]
                        Delivered REPEATED  5 -> Confirm[messageId=9]
                        Gone      FIRST    60 -> Refuse[reason=10008]
                        Gone      FIRST     5 -> Refuse[reason=10008]
                        Gone      REPEATED 60 -> ConfirmGone[]
                        Gone      REPEATED  5 -> ConfirmGone[]
                        Rejected  FIRST    60 -> Refuse[reason=50013]
                        Rejected  FIRST     5 -> Refuse[reason=50013]
                        Rejected  REPEATED 60 -> LeaveUnknown[reason=50013]
                        Rejected  REPEATED  5 -> LeaveUnknown[reason=50013]
                        Deferred  FIRST    60 -> SendAgain[after=PT30S]
                        Deferred  FIRST     5 -> LeaveUnknown[reason=deferred]
                        Deferred  REPEATED 60 -> SendAgain[after=PT30S]
                        Deferred  REPEATED  5 -> LeaveUnknown[reason=deferred]
                        Unsure    FIRST    60 -> SendAgain[after=PT7S]
                        Unsure    FIRST     5 -> LeaveUnknown[reason=504]
                        Unsure    REPEATED 60 -> SendAgain[after=PT7S]
                        Unsure    REPEATED  5 -> LeaveUnknown[reason=504]
                        """);
    }
}
