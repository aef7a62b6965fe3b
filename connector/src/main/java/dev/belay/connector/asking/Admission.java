package dev.belay.connector.asking;

import dev.belay.connector.binding.Binding;
import dev.belay.connector.binding.Binding.Ceilings;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.NoticeLine;
import dev.belay.connector.line.Times;
import dev.belay.connector.sending.Outgoing;
import dev.belay.connector.turn.Admitting;
import dev.belay.connector.turn.Admitting.Brake;
import dev.belay.connector.turn.Admitting.Notice;
import dev.belay.connector.turn.Admitting.Step;
import dev.belay.connector.turn.DropReason;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Admits a message, or drops it.
///
/// - **Durable:** the admission, or the reason, once a method returns.
/// - **Exact:** however many ask at once, no ceiling is gone beyond.
/// - **Threads:** any number.
final class Admission {
    private static final String CEILING = "ceiling";

    private final Custody custody;
    private final Outgoing outgoing;
    private final Quotas quotas;

    Admission(Custody custody, Outgoing outgoing, Quotas quotas) {
        this.custody = custody;
        this.outgoing = outgoing;
        this.quotas = quotas;
    }

    /// Decides about a message that is in the inbox.
    ///
    /// @return when it was admitted; empty when it was dropped
    Optional<Instant> decide(Accepted message, Binding binding) throws IOException {
        while (true) {
            Instant now = custody.now();
            switch (Admitting.next(facts(message, binding, now))) {
                case Step.Admit _ -> {
                    if (admit(message, binding.ceilings(), now)) {
                        return Optional.of(now);
                    }
                    // Others were quicker, and the facts say so by now.
                }
                case Step.Drop(DropReason reason) -> {
                    drop(message, reason);
                    return Optional.empty();
                }
                case Step.DropWithNotice _ -> {
                    dropWithNotice(message, binding, now);
                    return Optional.empty();
                }
            }
        }
    }

    private Admitting.Facts facts(Accepted message, Binding binding, Instant now)
            throws IOException {
        String today = Times.date(now);
        Quotas.Used used = used(message, binding.ceilings(), now);
        return new Admitting.Facts(
                custody.isBraked() ? Brake.SET : Brake.FREE,
                message.age(custody.channel().now()),
                binding.times().ageMax(),
                used.admitted(),
                used.ceiling(),
                custody.journal().notices().has(CEILING, today) ? Notice.GIVEN : Notice.DUE);
    }

    private Quotas.Used used(Accepted message, Ceilings ceilings, Instant now) throws IOException {
        long today = custody.journal().admissions().countOn(Times.date(now));
        var daily = new Quotas.Used(today, ceilings.daily());
        return daily.isReached()
                ? daily
                : quotas.reached(message.author(), now, ceilings).orElse(daily);
    }

    private boolean admit(Accepted message, Ceilings ceilings, Instant now) throws IOException {
        if (!quotas.take(message.author(), now, ceilings)) {
            return false;
        }
        var line = AdmissionLine.of(message.id().value(), now, 1).by(message.author());
        if (!custody.journal().admissions().admit(line, ceilings.daily())) {
            quotas.giveBack(message.author(), now);
            return false;
        }
        return true;
    }

    /// Admits a turn once more that a crash has interrupted. On another day than before it counts
    /// against that day's ceiling too.
    Optional<Instant> admitAgain(Accepted message, Binding binding) throws IOException {
        Instant now = custody.now();
        if (!isAwaited(message, binding)) {
            return Optional.empty();
        }
        var line = AdmissionLine.of(message.id().value(), now, 2).by(message.author());
        return custody.journal().admissions().admit(line, binding.ceilings().daily())
                ? Optional.of(now)
                : Optional.empty();
    }

    /// Whether its author still waits for an answer, and may be given one.
    boolean isAwaited(Accepted message, Binding binding) throws IOException {
        Duration age = message.age(custody.channel().now());
        return age.compareTo(binding.times().ageMax()) <= 0 && !custody.isBraked();
    }

    /// Writes down that a message is not answered, and forgets what it said.
    void drop(Accepted message, DropReason reason) throws IOException {
        String id = message.id().value();
        custody.journal().drop(DropLine.of(id, custody.now(), reason.word()));
        custody.journal().pending().remove(id);
        custody.observer().saw(new Event.Dropped(id, reason));
    }

    /// The notice is taken on first: a crash may lose it, and never gives it twice.
    private void dropWithNotice(Accepted message, Binding binding, Instant now) throws IOException {
        String text = binding.texts().ceiling();
        boolean isOurs =
                !text.isEmpty() && custody.journal().notices().takeOn(NoticeLine.of(CEILING, now));
        drop(message, DropReason.CEILING);
        if (isOurs) {
            var to = new Outgoing.Address(message.id(), message.channel());
            try (Outgoing.Frozen notice = outgoing.freeze(text, to, binding)) {
                notice.send(binding);
            }
        }
    }
}
