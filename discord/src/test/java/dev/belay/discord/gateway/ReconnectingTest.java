package dev.belay.discord.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.discord.gateway.Linking.After;
import dev.belay.discord.gateway.Reconnecting.Ended;
import dev.belay.discord.gateway.Reconnecting.Facts;
import dev.belay.discord.gateway.Reconnecting.Outages;
import dev.belay.discord.gateway.Reconnecting.Step;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReconnectingTest {
    private static final Pace.Waits WAITS = Pace.USUAL.waits();

    private static String step(After after, boolean hasSession, Outages outages, double chance) {
        return switch (Reconnecting.next(new Facts(after, hasSession, outages, chance), WAITS)) {
            case Step.Resume(Duration delay) -> "resume " + delay.toMillis();
            case Step.Identify(Duration delay) -> "identify " + delay.toMillis();
            case Step.GiveUp(int code) -> "give up " + code;
        };
    }

    private static After after(String word) {
        return switch (word) {
            case "again" -> new After.Again();
            case "anew" -> new After.Anew();
            case "later" -> new After.AnewLater();
            default -> new After.Never(4004);
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ':',
            value = {
                // After, session, failures, barren, chance.
                "again true  0  0 0.0 : resume 500",
                "again true  1  0 0.0 : resume 500",
                "again true  1  0 0.9 : resume 950",
                "again true  2  0 0.0 : resume 1000",
                "again true  5  2 0.0 : resume 8000",
                "again true  7  0 0.0 : resume 30000",
                "again true  7  0 0.5 : resume 45000",
                "again true  99999 0 0.0 : resume 30000",
                "again true  3  3 0.0 : identify 2000",
                "again false 1  0 0.0 : identify 500",
                "anew  true  1  0 0.0 : identify 500",
                "later true  1  0 0.0 : identify 1000",
                "later true  1  0 0.5 : identify 3000",
                "later true  9  0 0.0 : identify 30000",
                "never true  0  0 0.0 : give up 4004",
            })
    void each_end_has_its_way_on(String facts, String step) {
        String[] fact = facts.split(" +", -1);
        Outages outages = new Outages(Integer.parseInt(fact[2]), Integer.parseInt(fact[3]));

        assertThat(
                        step(
                                after(fact[0]),
                                fact[1].equals("true"),
                                outages,
                                Double.parseDouble(fact[4])))
                .isEqualTo(step);
    }

    @Test
    void a_connection_that_lasted_ends_the_row_of_failures() {
        Outages three = new Outages(3, 2);

        assertThat(three.after(new Ended(true, false))).isEqualTo(Outages.NONE);
        assertThat(three.after(new Ended(false, true))).isEqualTo(new Outages(4, 3));
        assertThat(three.after(new Ended(false, false))).isEqualTo(new Outages(4, 0));
    }
}
