package dev.belay.connector.turn;

import dev.belay.connector.turn.Incoming.Trait;
import java.util.Optional;

/// Decides whether a message is for us, and what it asks.
public final class Matching {
    private Matching() {}

    /// What a message is to a binding.
    public sealed interface Match {
        /// It is none of our business; nothing is written down.
        record NotOurs() implements Match {}

        /// It is for us, and is not answered.
        record Refused(DropReason reason) implements Match {}

        /// It is for us.
        ///
        /// @param text without what called us, and without halves of characters
        record Ours(String text) implements Match {}
    }

    /// Total: every message has an answer.
    public static Match of(Incoming message, MatchRules rules) {
        if (!isHeard(message, rules)) {
            return new Match.NotOurs();
        }
        Optional<String> asked = asked(message, rules);
        if (asked.isEmpty() || message.is(Trait.NO_TEXT_MESSAGE)) {
            return new Match.NotOurs();
        }
        // Machines that answer each other never end.
        if (message.is(Trait.BY_US) || message.is(Trait.BY_MACHINE)) {
            return new Match.Refused(DropReason.BOT);
        }
        if (!rules.users().isEmpty() && !rules.users().contains(message.author())) {
            return new Match.Refused(DropReason.NOT_ALLOWED);
        }
        String text = Characters.whole(withoutMention(asked.get(), rules.self()).strip());
        if (text.isBlank()) {
            return new Match.Refused(DropReason.EMPTY);
        }
        if (text.codePointCount(0, text.length()) > rules.lengthMax()) {
            return new Match.Refused(DropReason.TOO_LONG);
        }
        return new Match.Ours(text);
    }

    /// Whether it was written where the binding listens.
    public static boolean isHeard(Incoming message, MatchRules rules) {
        if (message.is(Trait.DIRECT)) {
            return true;
        }
        return isHeard(message.place(), rules.places());
    }

    /// Whether a binding listens in a place that is not between us and one other.
    public static boolean isHeard(Incoming.Place place, MatchRules.Places places) {
        return (places.guilds().isEmpty() || places.guilds().contains(place.guild()))
                && (places.channels().isEmpty()
                        || places.channels().contains(place.channel())
                        || places.channels().contains(place.parent()));
    }

    /// The text, less a prefix that made it ours; empty when nothing did.
    private static Optional<String> asked(Incoming message, MatchRules rules) {
        for (Trigger trigger : rules.triggers()) {
            boolean isDirect = message.is(Trait.DIRECT);
            String text = message.text();
            Optional<String> rest =
                    switch (trigger) {
                        case Trigger.EveryMessage _ -> where(!isDirect, text);
                        case Trigger.Mention _ -> where(message.is(Trait.MENTIONS_US), text);
                        case Trigger.Reply _ -> where(message.is(Trait.REPLIES_TO_US), text);
                        case Trigger.DirectMessage _ -> where(isDirect, text);
                        case Trigger.Prefix(String prefix) ->
                                where(!isDirect && text.startsWith(prefix), text)
                                        .map(it -> it.substring(prefix.length()));
                    };
            if (rest.isPresent()) {
                return rest;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> where(boolean isSo, String text) {
        return isSo ? Optional.of(text) : Optional.empty();
    }

    private static String withoutMention(String text, String self) {
        return text.replace("<@" + self + ">", "").replace("<@!" + self + ">", "");
    }
}
