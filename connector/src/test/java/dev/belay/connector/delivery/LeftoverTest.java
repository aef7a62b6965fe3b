package dev.belay.connector.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.delivery.Leftover.Age;
import dev.belay.connector.delivery.Leftover.Before;
import dev.belay.connector.delivery.Leftover.Facts;
import dev.belay.connector.delivery.Leftover.Sent;
import dev.belay.connector.delivery.Leftover.Turn;
import org.junit.jupiter.api.Test;

class LeftoverTest {
    // Long: a table that is read as a whole.
    @Test
    void the_whole_table_is_this_one() {
        StringBuilder table = new StringBuilder();
        for (Sent sent : Sent.values()) {
            for (Turn turn : Turn.values()) {
                for (Before before : Before.values()) {
                    for (Age age : Age.values()) {
                        table.append(row(new Facts(turn, sent, before, age)));
                    }
                }
            }
        }

        assertThat(table.toString())
                .isEqualToNormalizingNewlines(
                        """
                        NEVER      OPEN SENT    FRESH   -> FORGET
                        NEVER      OPEN SENT    TOO_OLD -> FORGET
                        NEVER      OPEN REFUSED FRESH   -> FORGET
                        NEVER      OPEN REFUSED TOO_OLD -> FORGET
                        NEVER      OVER SENT    FRESH   -> SEND
                        NEVER      OVER SENT    TOO_OLD -> GIVE_UP
                        NEVER      OVER REFUSED FRESH   -> GIVE_UP_TOO
                        NEVER      OVER REFUSED TOO_OLD -> GIVE_UP_TOO
                        UNRESOLVED OPEN SENT    FRESH   -> RECONCILE
                        UNRESOLVED OPEN SENT    TOO_OLD -> RECONCILE
                        UNRESOLVED OPEN REFUSED FRESH   -> RECONCILE
                        UNRESOLVED OPEN REFUSED TOO_OLD -> RECONCILE
                        UNRESOLVED OVER SENT    FRESH   -> RECONCILE
                        UNRESOLVED OVER SENT    TOO_OLD -> RECONCILE
                        UNRESOLVED OVER REFUSED FRESH   -> RECONCILE
                        UNRESOLVED OVER REFUSED TOO_OLD -> RECONCILE
                        SETTLED    OPEN SENT    FRESH   -> FORGET
                        SETTLED    OPEN SENT    TOO_OLD -> FORGET
                        SETTLED    OPEN REFUSED FRESH   -> FORGET
                        SETTLED    OPEN REFUSED TOO_OLD -> FORGET
                        SETTLED    OVER SENT    FRESH   -> FORGET
                        SETTLED    OVER SENT    TOO_OLD -> FORGET
                        SETTLED    OVER REFUSED FRESH   -> FORGET
                        SETTLED    OVER REFUSED TOO_OLD -> FORGET
                        """);
    }

    private static String row(Facts facts) {
        return "%-10s %-4s %-7s %-7s -> %s%n"
                .formatted(
                        facts.sent(),
                        facts.turn(),
                        facts.before(),
                        facts.age(),
                        Leftover.next(facts));
    }
}
