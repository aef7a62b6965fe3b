package dev.belay.connector.sending;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.delivery.Reconciling.Search;
import dev.belay.connector.line.Delivery;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.connector.line.TextDigest;
import dev.belay.connector.turn.Incoming;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Looks in the history of a channel for a message that we may have sent.
///
/// A message with the nonce is it. Where the network does not keep nonces, one of ours is with
/// exactly that text that answers the same question and stands behind it. Where it might as well be
/// another part, which has the same text and of which nobody knows the message, nothing is found:
/// one message proves one part.
final class HistorySearch {
    /// More would hold up the start; what is further away stays unknown.
    private static final int PAGES_MAX = 10;

    private final Custody custody;

    HistorySearch(Custody custody) {
        this.custody = custody;
    }

    /// Empty when the channel cannot be read now.
    ///
    /// @param part its text, where that is kept
    Optional<Search> look(Delivery delivery, Optional<Part> part) throws IOException {
        Optional<Snowflake> after = from(delivery);
        int pageMax = custody.channel().limits().pageMax();
        if (delivery.channel().isEmpty() || after.isEmpty() || pageMax == 0) {
            return Optional.of(new Search.NotFound());
        }
        Snowflake last = after.get();
        for (int page = 0; page < PAGES_MAX; page++) {
            List<Seen> seen;
            try {
                seen = custody.channel().history(delivery.channel().get(), last);
            } catch (IOException _) {
                return Optional.empty();
            }
            for (Seen one : seen) {
                if (isIt(one, delivery, part)) {
                    return Optional.of(new Search.Found(one.message().id()));
                }
            }
            Optional<Snowflake> newest =
                    seen.isEmpty()
                            ? Optional.empty()
                            : Snowflake.parse(seen.getLast().message().id());
            if (seen.size() < pageMax || newest.isEmpty()) {
                break;
            }
            last = newest.get();
        }
        return Optional.of(new Search.NotFound());
    }

    /// Nothing of ours stands before the question, whatever our clock says.
    private static Optional<Snowflake> from(Delivery delivery) {
        Optional<Snowflake> turn = turn(delivery).flatMap(Snowflake::parse);
        return turn.isPresent() ? turn : delivery.intentAt().map(Snowflake::atOrAfter);
    }

    private boolean isIt(Seen seen, Delivery delivery, Optional<Part> part) throws IOException {
        if (!seen.message().traits().contains(Incoming.Trait.BY_US)) {
            return false;
        }
        if (!seen.nonce().isEmpty()) {
            return seen.nonce().equals(delivery.nonce());
        }
        String digest = TextDigest.of(seen.message().text()).sha256();
        return delivery.sha256().filter(digest::equals).isPresent()
                && answersTheSame(seen, delivery, part)
                && isNoOther(seen, delivery);
    }

    /// Whether it refers to the question as the part does. Without a text nobody knows whether the
    /// part did.
    private static boolean answersTheSame(Seen seen, Delivery delivery, Optional<Part> part) {
        if (part.isPresent()) {
            return seen.replyTo().equals(part.get().post().replyTo());
        }
        return seen.replyTo().isEmpty() || turn(delivery).equals(Optional.of(seen.replyTo()));
    }

    /// Whether no other part may be this message: none is known to be, and none of which that is
    /// not known looks the same.
    private boolean isNoOther(Seen seen, Delivery delivery) throws IOException {
        for (Delivery other : custody.journal().outbox().all().values()) {
            Optional<String> message = other.json().string("messageId");
            boolean isRival =
                    message.isPresent()
                            ? message.get().equals(seen.message().id())
                            : looksTheSame(seen, delivery, other);
            if (isRival && !other.nonce().equals(delivery.nonce())) {
                return false;
            }
        }
        return true;
    }

    private static boolean looksTheSame(Seen seen, Delivery delivery, Delivery other) {
        return other.status() != OutboxStatus.REFUSED
                && other.channel().equals(delivery.channel())
                && other.sha256().equals(delivery.sha256())
                && (seen.replyTo().isEmpty() || turn(other).equals(turn(delivery)));
    }

    private static Optional<String> turn(Delivery delivery) {
        return delivery.json().string("turn");
    }
}
