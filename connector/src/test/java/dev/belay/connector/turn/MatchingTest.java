package dev.belay.connector.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.turn.Incoming.Place;
import dev.belay.connector.turn.Incoming.Trait;
import dev.belay.connector.turn.Matching.Match;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatchingTest {
    private static final Place PLACE = new Place("1", "2");
    private static final MatchRules RULES =
            rules(Set.of("8"), List.of(new Trigger.Mention(), new Trigger.Prefix("!ask ")));

    private static MatchRules rules(Set<String> users, List<Trigger> triggers) {
        return new MatchRules(
                "900", new MatchRules.Places(Set.of("1"), Set.of("2")), users, triggers, 10);
    }

    private static Incoming from(String author, String text, Trait... traits) {
        Set<Trait> all = EnumSet.noneOf(Trait.class);
        all.addAll(List.of(traits));
        return new Incoming("100", PLACE, author, all, text);
    }

    private static Match of(String text, Trait... traits) {
        return Matching.of(from("8", text, traits), RULES);
    }

    private static Match refused(DropReason reason) {
        return new Match.Refused(reason);
    }

    @Test
    void a_mention_is_taken_off() {
        assertThat(of("<@900> hello", Trait.MENTIONS_US)).isEqualTo(new Match.Ours("hello"));
        assertThat(of("hello <@!900>", Trait.MENTIONS_US)).isEqualTo(new Match.Ours("hello"));
        assertThat(of("<@901> hi", Trait.MENTIONS_US)).isEqualTo(new Match.Ours("<@901> hi"));
    }

    @Test
    void a_prefix_is_taken_off() {
        assertThat(of("!ask hello")).isEqualTo(new Match.Ours("hello"));
        assertThat(of("!asked")).isEqualTo(new Match.NotOurs());
    }

    @Test
    void what_does_not_call_us_is_none_of_our_business() {
        assertThat(of("hello")).isEqualTo(new Match.NotOurs());
        assertThat(of("hello", Trait.REPLIES_TO_US)).isEqualTo(new Match.NotOurs());
        assertThat(of("hello", Trait.BY_US)).isEqualTo(new Match.NotOurs());
        assertThat(of("hello", Trait.MENTIONS_US, Trait.NO_TEXT_MESSAGE))
                .isEqualTo(new Match.NotOurs());
    }

    @Test
    void another_place_is_none_of_our_business() {
        for (Place place : List.of(new Place("1", "3"), new Place("2", "2"), new Place("", "2"))) {
            Incoming message =
                    new Incoming("100", place, "8", Set.of(Trait.MENTIONS_US), "<@900> hello");
            assertThat(Matching.of(message, RULES)).isEqualTo(new Match.NotOurs());
        }
    }

    @Test
    void a_thread_is_heard_where_its_channel_is() {
        Incoming message =
                new Incoming(
                        "100",
                        new Place("1", "77", "2"),
                        "8",
                        Set.of(Trait.MENTIONS_US),
                        "<@900> hello");
        Incoming elsewhere =
                new Incoming(
                        "100",
                        new Place("1", "77", "3"),
                        "8",
                        Set.of(Trait.MENTIONS_US),
                        "<@900> hello");

        assertThat(Matching.of(message, RULES)).isEqualTo(new Match.Ours("hello"));
        assertThat(Matching.of(elsewhere, RULES)).isEqualTo(new Match.NotOurs());
    }

    @Test
    void no_places_are_all_places() {
        MatchRules everywhere =
                new MatchRules(
                        "900",
                        new MatchRules.Places(Set.of(), Set.of()),
                        Set.of(),
                        List.of(new Trigger.EveryMessage()),
                        10);

        assertThat(Matching.of(from("8", "hello"), everywhere)).isEqualTo(new Match.Ours("hello"));
    }

    @ParameterizedTest
    @EnumSource(names = {"BY_US", "BY_MACHINE"})
    void a_machine_that_calls_us_is_not_answered(Trait trait) {
        assertThat(of("<@900> hello", Trait.MENTIONS_US, trait)).isEqualTo(refused(DropReason.BOT));
    }

    @Test
    void who_may_not_ask_is_not_answered() {
        Incoming message = from("9", "<@900> hello", Trait.MENTIONS_US);

        assertThat(Matching.of(message, RULES)).isEqualTo(refused(DropReason.NOT_ALLOWED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "<@900>", " <@!900> \n"})
    void what_holds_nothing_is_not_asked(String text) {
        assertThat(of(text, Trait.MENTIONS_US)).isEqualTo(refused(DropReason.EMPTY));
        assertThat(of("!ask " + text)).isEqualTo(refused(DropReason.EMPTY));
    }

    @Test
    void what_is_too_long_is_not_asked() {
        String ten = "\uD83D\uDE00".repeat(10);

        assertThat(of("!ask " + ten)).isEqualTo(new Match.Ours(ten));
        assertThat(of("!ask " + ten + "x")).isEqualTo(refused(DropReason.TOO_LONG));
    }

    @Test
    void a_half_of_a_character_is_replaced() {
        assertThat(of("!ask a\uD83D b\uDE00")).isEqualTo(new Match.Ours("a\uFFFD b\uFFFD"));
    }

    @Test
    void a_direct_message_needs_its_own_trigger() {
        Incoming direct =
                new Incoming("100", new Place("", "55"), "8", Set.of(Trait.DIRECT), "hello");

        assertThat(Matching.of(direct, RULES)).isEqualTo(new Match.NotOurs());
        assertThat(Matching.of(direct, rules(Set.of(), List.of(new Trigger.EveryMessage()))))
                .isEqualTo(new Match.NotOurs());
        assertThat(Matching.of(direct, rules(Set.of(), List.of(new Trigger.DirectMessage()))))
                .isEqualTo(new Match.Ours("hello"));
    }

    @Test
    void a_reply_calls_us_where_the_binding_says_so() {
        MatchRules replies = rules(Set.of(), List.of(new Trigger.Reply()));

        assertThat(Matching.of(from("8", "hello", Trait.REPLIES_TO_US), replies))
                .isEqualTo(new Match.Ours("hello"));
        assertThat(Matching.of(from("8", "hello"), replies)).isEqualTo(new Match.NotOurs());
    }
}
