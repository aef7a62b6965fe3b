package dev.belay.connector.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.turn.Resuming.Way;
import dev.belay.connector.turn.TurnState.Parts;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnStateTest {
    private static final List<Parts> PARTS =
            List.of(
                    new Parts(0, 0, 0),
                    new Parts(2, 0, 0),
                    new Parts(2, 1, 0),
                    new Parts(2, 1, 1),
                    new Parts(2, 2, 1),
                    new Parts(2, 2, 0));

    @Test
    void the_whole_table_is_this_one() {
        StringBuilder table = new StringBuilder();
        for (Way way : Way.values()) {
            List<TurnState> states = PARTS.stream().map(it -> TurnState.of(way, it)).toList();
            table.append("%s %s%n".formatted(way, states.stream().distinct().toList()));
        }
        table.append(PARTS.stream().map(it -> TurnState.of(Way.OVER, it)).toList());

        assertThat(table.toString())
                .isEqualToNormalizingNewlines(
                        """
                        NOT_ACCEPTED [UNSEEN]
                        ACCEPTED [UNDECIDED]
                        DROPPED [DROPPED]
                        ADMITTED [INTERRUPTED]
                        ADMITTED_AGAIN [INTERRUPTED]
                        OVER [SETTLED, UNSENT, BEING_SENT]
                        [SETTLED, UNSENT, UNSENT, BEING_SENT, BEING_SENT, SETTLED]\
                        """);
    }
}
