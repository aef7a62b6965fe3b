package dev.belay.connector.sending;

import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.core.json.JsonObject;
import java.io.IOException;
import java.util.Arrays;

/// The outbox with one rule more: what is settled stays so, whoever comes late with another word.
///
/// - **Durable:** as the outbox.
/// - **Crash:** may leave the text of a part that is settled, which the next owner removes.
/// - **Threads:** any number.
final class Settlements {
    private static final int STRIPES = 64;

    private final Custody custody;
    private final Ages ages;

    /// A lock for all nonces of one hash.
    private final Object[] stripes = new Object[STRIPES];

    Settlements(Custody custody, Ages ages) {
        this.custody = custody;
        this.ages = ages;
        Arrays.setAll(stripes, _ -> new Object());
    }

    /// Writes a line of a part that is not settled.
    ///
    /// @return false where it is, and nothing was written
    boolean note(OutboxLine line) throws IOException {
        synchronized (stripe(line.nonce())) {
            if (isSettled(line.nonce())) {
                return false;
            }
            custody.journal().outbox().append(line);
            return true;
        }
    }

    /// Settles a part, unless it is, and removes its text.
    void settle(OutboxLine line) throws IOException {
        if (note(line)) {
            JsonObject json = line.json();
            OutboxStatus status = OutboxStatus.of(json.string("status").orElse("")).orElseThrow();
            String reason = json.string("reason").orElse("");
            custody.observer().saw(new Event.Sent(line.nonce(), status, reason));
        }
        custody.journal().parts().remove(line.nonce());
        ages.forget(line.nonce());
    }

    /// A message of ours was seen that has this nonce, maybe one of another program's.
    void delivered(String nonce, String messageId) throws IOException {
        boolean isOpen =
                custody.journal()
                        .outbox()
                        .status(nonce)
                        .filter(OutboxStatus::isUnresolved)
                        .isPresent();
        if (isOpen) {
            settle(OutboxLine.confirmed(nonce, custody.now(), messageId));
        }
    }

    private boolean isSettled(String nonce) {
        return custody.journal()
                .outbox()
                .status(nonce)
                .filter(status -> !status.isUnresolved())
                .isPresent();
    }

    private Object stripe(String nonce) {
        return stripes[Math.floorMod(nonce.hashCode(), STRIPES)];
    }
}
