package dev.belay.connector.sending;

import dev.belay.connector.Snowflake;
import dev.belay.connector.TurnId;
import dev.belay.connector.binding.Binding;
import dev.belay.connector.channel.Post;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.delivery.Nonces;
import dev.belay.connector.delivery.Settling.Attempt;
import dev.belay.connector.delivery.Splitting;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.OutboxStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Everything that goes out: frozen as parts, then sent one after the other.
///
/// - **Durable:** the text of a part is kept before its intent is written, and until it is settled.
/// - **Threads:** any number; what is [Frozen] is in one hand, and nobody else sends it.
public final class Outgoing {
    /// Why a part behind one that was refused is refused.
    static final String PART_BEFORE = "part-before";

    private final Custody custody;
    private final Ages ages;
    private final Settlements settlements;
    private final Sender sender;

    /// Nonces of what is frozen here and not let go of.
    private final Set<String> held = ConcurrentHashMap.newKeySet();

    public Outgoing(Custody custody) {
        this.custody = custody;
        this.ages = new Ages(custody);
        this.settlements = new Settlements(custody, ages);
        this.sender = new Sender(custody, settlements);
    }

    /// Where an answer goes.
    ///
    /// @param turn the id of the message too
    public record Address(TurnId turn, String channel) {}

    /// Parts that are kept on disk and in this hand until they are closed.
    public final class Frozen implements AutoCloseable {
        private final List<Part> parts;

        private Frozen(List<Part> parts) {
            this.parts = parts;
            parts.forEach(part -> held.add(part.nonce()));
        }

        public List<Part> parts() {
            return parts;
        }

        private void keep() throws IOException {
            for (Part part : parts) {
                // What an attempt froze that came to no record was never sent.
                custody.journal().parts().remove(part.nonce());
                custody.journal().parts().keep(part.nonce(), part.json());
            }
        }

        /// Sends them in order, until the first that is not surely there: one that is refused takes
        /// those behind it along, and behind one that may be out they wait until it is reconciled.
        /// An interrupted thread begins none.
        public void send(Binding binding) throws IOException {
            boolean isRefused = false;
            for (Part part : parts) {
                if (isRefused) {
                    giveUp(part.nonce(), PART_BEFORE);
                    continue;
                }
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                OutboxStatus status = sendFirst(part, binding);
                isRefused = status == OutboxStatus.REFUSED;
                if (status.isUnresolved()) {
                    return;
                }
            }
        }

        /// Lets go of them; what is not settled is left to be reconciled.
        @Override
        public void close() {
            parts.forEach(part -> held.remove(part.nonce()));
        }
    }

    /// Cuts a text into parts and keeps them, but for those whose nonce is used up: under it
    /// something else may be out, of a turn whose record was lost.
    public Frozen freeze(String text, Address to, Binding binding) throws IOException {
        List<Part> parts = new ArrayList<>();
        List<String> pieces =
                Splitting.split(
                        text, custody.channel().limits().partMax(), binding.reply().partsMax());
        for (int number = 0; number < pieces.size(); number++) {
            String nonce = Nonces.of(binding.name(), to.turn(), number);
            if (custody.journal().outbox().status(nonce).isEmpty()) {
                // A channel may take white space off, and the text would not be known again.
                String piece = pieces.get(number).stripTrailing();
                parts.add(new Part(to.turn(), number, post(nonce, to, piece, binding.reply())));
            }
        }
        Frozen frozen = new Frozen(parts);
        boolean isKept = false;
        try {
            frozen.keep();
            isKept = true;
            return frozen;
        } finally {
            if (!isKept) {
                frozen.close();
            }
        }
    }

    private static Post post(String nonce, Address to, String text, Binding.Reply reply) {
        String replyTo = reply.isReply() ? to.turn().value() : "";
        return new Post(nonce, to.channel(), replyTo, text, reply.mentions());
    }

    /// A message of ours was seen that has this nonce.
    public void delivered(String nonce, String messageId) throws IOException {
        settlements.delivered(nonce, messageId);
    }

    OutboxStatus sendFirst(Part part, Binding binding) throws IOException {
        ages.begin(part.nonce());
        return sender.send(part, manner(part, Duration.ZERO, Attempt.FIRST, binding));
    }

    OutboxStatus sendAgain(Part part, Duration age, Binding binding) throws IOException {
        return sender.send(part, manner(part, age, Attempt.REPEATED, binding));
    }

    private Sender.Manner manner(Part part, Duration age, Attempt attempt, Binding binding) {
        Duration waited =
                Snowflake.parse(part.turn().value())
                        .map(id -> Duration.between(id.time(), custody.now()))
                        .orElse(Duration.ZERO);
        return new Sender.Manner(
                age,
                attempt,
                binding.times().retry(),
                binding.times().ageMax().minus(waited),
                binding.retention().isInLines());
    }

    /// Writes down as refused what was never sent.
    void giveUp(String nonce, String reason) throws IOException {
        settlements.settle(OutboxLine.refused(nonce, custody.now(), reason));
    }

    Ages ages() {
        return ages;
    }

    Settlements settlements() {
        return settlements;
    }

    /// Takes a part in hand, unless somebody has it.
    boolean hold(String nonce) {
        return held.add(nonce);
    }

    void letGo(String nonce) {
        held.remove(nonce);
    }
}
