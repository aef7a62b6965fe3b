package dev.belay.connector.sending;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.delivery.Reconciling.Search;
import dev.belay.connector.line.Delivery;
import dev.belay.connector.line.TextDigest;
import dev.belay.connector.turn.Incoming;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Looks in the history of a channel for a message that we may have sent.
///
/// A message with the nonce is it. Where the network does not keep nonces, the oldest one of ours
/// with exactly that text is, which stands behind the question and for no other part.
final class HistorySearch {
    /// More would hold up the start; what is further away stays unknown.
    private static final int PAGES_MAX = 10;

    private final Custody custody;

    HistorySearch(Custody custody) {
        this.custody = custody;
    }

    /// Empty when the channel cannot be read now.
    Optional<Search> look(Delivery delivery) throws IOException {
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
                if (isIt(one, delivery)) {
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
        Optional<Snowflake> turn = delivery.json().string("turn").flatMap(Snowflake::parse);
        return turn.isPresent() ? turn : delivery.intentAt().map(Snowflake::atOrAfter);
    }

    private boolean isIt(Seen seen, Delivery delivery) throws IOException {
        if (!seen.message().traits().contains(Incoming.Trait.BY_US)) {
            return false;
        }
        if (!seen.nonce().isEmpty()) {
            return seen.nonce().equals(delivery.nonce());
        }
        String digest = TextDigest.of(seen.message().text()).sha256();
        return delivery.sha256().filter(digest::equals).isPresent()
                && !messagesOfOthers().contains(seen.message().id());
    }

    /// Messages that are known to be some other part.
    private Set<String> messagesOfOthers() throws IOException {
        Set<String> ids = new HashSet<>();
        for (Delivery delivery : custody.journal().outbox().all().values()) {
            delivery.json().string("messageId").ifPresent(ids::add);
        }
        return ids;
    }
}
