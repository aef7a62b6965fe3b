package dev.belay.connector.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.delivery.Leftover.Age;
import dev.belay.connector.delivery.Leftover.Facts;
import dev.belay.connector.delivery.Leftover.Sent;
import dev.belay.connector.delivery.Leftover.Turn;
import org.junit.jupiter.api.Test;

class LeftoverTest {
    @Test
    void the_whole_table_is_this_one() {
        StringBuilder table = new StringBuilder();
        for (Sent sent : Sent.values()) {
            for (Turn turn : Turn.values()) {
                for (Age age : Age.values()) {
                    table.append(
                            "%-10s %-4s %-7s -> %s%n"
                                    .formatted(
                                            sent,
                                            turn,
                                            age,
                                            Leftover.next(new Facts(turn, sent, age))));
                }
            }
        }

        assertThat(table.toString())
                .isEqualToNormalizingNewlines(
                        """
                        NEVER      OPEN FRESH   -> FORGET
                        NEVER      OPEN TOO_OLD -> FORGET
                        NEVER      OVER FRESH   -> SEND
                        NEVER      OVER TOO_OLD -> GIVE_UP
                        UNRESOLVED OPEN FRESH   -> RECONCILE
                        UNRESOLVED OPEN TOO_OLD -> RECONCILE
                        UNRESOLVED OVER FRESH   -> RECONCILE
                        UNRESOLVED OVER TOO_OLD -> RECONCILE
                        SETTLED    OPEN FRESH   -> FORGET
                        SETTLED    OPEN TOO_OLD -> FORGET
                        SETTLED    OVER FRESH   -> FORGET
                        SETTLED    OVER TOO_OLD -> FORGET
                        """);
    }
}
