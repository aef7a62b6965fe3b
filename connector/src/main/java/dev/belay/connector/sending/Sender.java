package dev.belay.connector.sending;

import dev.belay.connector.channel.Limits;
import dev.belay.connector.channel.Post;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.delivery.Settling;
import dev.belay.connector.delivery.Settling.Attempt;
import dev.belay.connector.delivery.Settling.Step;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.connector.line.TextDigest;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// Sends parts: an intent, the channel, and what came of it, each durable before the next begins.
///
/// - **Crash:** leaves a part that may be out with its intent, and its text beside it.
/// - **Threads:** any number; of one nonce, one at a time beside [Settlements#delivered].
/// - **Interrupt:** ends a wait between two attempts; the part stays unknown.
final class Sender {
    private final Custody custody;
    private final Settlements settlements;

    Sender(Custody custody, Settlements settlements) {
        this.custody = custody;
        this.settlements = settlements;
    }

    /// How a part is to be sent.
    ///
    /// @param age how long ago it was first intended
    /// @param attempt whether it may have been sent before
    /// @param pause before it is sent again where it may be out
    /// @param patience for how long anybody waits for it
    /// @param isTextKept whether the line of an intent may hold the text
    record Manner(
            Duration age, Attempt attempt, Duration pause, Duration patience, boolean isTextKept) {}

    /// Sends one part, and again for as long as the channel can tell that it is the same; one that
    /// was surely never taken, for as long as anybody waits for it.
    ///
    /// @return how far it is then
    OutboxStatus send(Part part, Manner manner) throws IOException {
        Limits limits = custody.channel().limits();
        Duration left = limits.nonceWindow().minus(limits.requestMax()).minus(manner.age());
        Duration windowEnd = elapsed().plus(left);
        Duration patienceEnd = elapsed().plus(manner.patience());
        Attempt attempt = manner.attempt();
        OutboxLine intent =
                attempt == Attempt.FIRST ? first(part, manner.isTextKept()) : again(part);
        while (true) {
            custody.ownership().requireOwned();
            if (!settlements.note(intent)) {
                return status(part);
            }
            Settling.Answer answer = post(part.post());
            boolean isNotTaken =
                    attempt == Attempt.FIRST && answer instanceof Settling.Answer.Deferred;
            Duration end = isNotTaken ? patienceEnd : windowEnd;
            Step step =
                    Settling.next(
                            new Settling.Facts(
                                    answer, attempt, end.minus(elapsed()), manner.pause()));
            if (isNotTaken && step instanceof Step.LeaveUnknown) {
                step = new Step.Refuse("not-taken"); // Nothing of it can be out.
            }
            Optional<Duration> wait = take(step, part);
            if (wait.isEmpty()) {
                return status(part);
            }
            if (!isNotTaken) {
                attempt = Attempt.REPEATED;
            }
            custody.world().waiting().pause(wait.get());
            if (Thread.currentThread().isInterrupted()) {
                return status(part);
            }
            intent = again(part);
        }
    }

    private Settling.Answer post(Post post) throws IOException {
        custody.ownership().requireOwned();
        try {
            return custody.channel().send(post);
        } catch (RuntimeException _) {
            // Wherever it broke, the request may have left.
            return new Settling.Answer.Unsure("channel-broke");
        }
    }

    /// Writes down what came of an attempt.
    ///
    /// @return how long to wait before the next; empty when there is none
    private Optional<Duration> take(Step step, Part part) throws IOException {
        String nonce = part.nonce();
        return switch (step) {
            case Step.Confirm(String messageId) -> {
                settlements.settle(OutboxLine.confirmed(nonce, custody.now(), messageId));
                yield Optional.empty();
            }
            case Step.ConfirmGone _ -> {
                settlements.settle(OutboxLine.gone(nonce, custody.now(), "gone"));
                yield Optional.empty();
            }
            case Step.Refuse(String reason) -> {
                settlements.settle(OutboxLine.refused(nonce, custody.now(), reason));
                yield Optional.empty();
            }
            case Step.LeaveUnknown(String reason) -> {
                unknown(nonce, reason);
                yield Optional.empty();
            }
            case Step.SendAgain(Duration after) -> {
                boolean isOpen = unknown(nonce, "again");
                yield isOpen ? Optional.of(after) : Optional.empty();
            }
        };
    }

    private boolean unknown(String nonce, String reason) throws IOException {
        boolean isOpen = settlements.note(OutboxLine.unknown(nonce, custody.now(), reason));
        if (isOpen) {
            custody.observer().saw(new Event.Sent(nonce, OutboxStatus.UNKNOWN, reason));
        }
        return isOpen;
    }

    private OutboxLine first(Part part, boolean isTextKept) {
        String text = part.post().text();
        OutboxLine intent =
                OutboxLine.intent(part.nonce(), custody.now(), part.place(), TextDigest.of(text));
        return isTextKept ? intent.withText(text) : intent;
    }

    private OutboxLine again(Part part) {
        return OutboxLine.again(part.nonce(), custody.now());
    }

    private OutboxStatus status(Part part) {
        return custody.journal().outbox().status(part.nonce()).orElse(OutboxStatus.UNKNOWN);
    }

    private Duration elapsed() {
        return custody.world().clock().elapsed();
    }
}
