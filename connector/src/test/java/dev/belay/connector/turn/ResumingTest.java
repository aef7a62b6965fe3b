package dev.belay.connector.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.turn.Resuming.Age;
import dev.belay.connector.turn.Resuming.Facts;
import dev.belay.connector.turn.Resuming.Step;
import dev.belay.connector.turn.Resuming.Text;
import dev.belay.connector.turn.Resuming.Way;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResumingTest {
    /// For each way the distinct steps, with how many of its twelve combinations lead to each.
    @Test
    void the_whole_table_in_short_is_this_one() {
        StringBuilder table = new StringBuilder();
        for (Way way : Way.values()) {
            Map<Step, Integer> steps = new LinkedHashMap<>();
            for (Text text : Text.values()) {
                for (Age age : Age.values()) {
                    for (InterruptedPolicy policy : InterruptedPolicy.values()) {
                        Step step = Resuming.next(new Facts(way, text, age, policy));
                        steps.merge(step, 1, Integer::sum);
                    }
                }
            }
            table.append(way).append(' ').append(steps).append('\n');
        }

        assertThat(table.toString())
                .isEqualTo(
                        """
                        NOT_ACCEPTED {Forget[]=12}
                        ACCEPTED {GoOn[]=6, Drop[reason=LOST]=6}
                        DROPPED {Forget[]=12}
                        ADMITTED {RecordInterrupted[isTold=true]=3, \
                        RecordInterrupted[isTold=false]=8, AskAgain[]=1}
                        ADMITTED_AGAIN {RecordInterrupted[isTold=true]=4, \
                        RecordInterrupted[isTold=false]=8}
                        OVER {Forget[]=12}
                        """);
    }

    @Test
    void the_engine_is_asked_again_only_where_the_binding_says_so() {
        for (InterruptedPolicy policy : InterruptedPolicy.values()) {
            Step step = Resuming.next(new Facts(Way.ADMITTED, Text.KNOWN, Age.FRESH, policy));

            assertThat(step.equals(new Step.AskAgain()))
                    .isEqualTo(policy == InterruptedPolicy.RETRY);
        }
    }

    @Test
    void a_silent_binding_tells_nobody() {
        for (Way way : new Way[] {Way.ADMITTED, Way.ADMITTED_AGAIN}) {
            Facts facts = new Facts(way, Text.KNOWN, Age.FRESH, InterruptedPolicy.SILENT);

            assertThat(Resuming.next(facts)).isEqualTo(new Step.RecordInterrupted(false));
        }
    }
}
