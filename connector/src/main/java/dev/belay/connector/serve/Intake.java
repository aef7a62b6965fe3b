package dev.belay.connector.serve;

import dev.belay.connector.Snowflake;
import dev.belay.connector.TurnId;
import dev.belay.connector.asking.Accepted;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.custody.Event;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.turn.DropReason;
import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.Matching;
import dev.belay.connector.turn.Matching.Match;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// Takes messages in: each that is for us is in the inbox, or its refusal among the drops, before
/// anything else is done about it.
///
/// - **Durable:** the text, then the line, once [#take] returns.
/// - **Crash:** may leave a text without its line, which the next owner removes.
/// - **Threads:** any number; of two that take one message in, one gets it.
final class Intake {
    /// How many refused messages are known again when they come again.
    private static final int REFUSED_MAX = 1_000;

    private static final int STRIPES = 64;

    private final Course course;
    private final Custody custody;

    /// A lock for all messages of one hash.
    private final Object[] stripes = new Object[STRIPES];

    /// Guarded by itself.
    private final Set<String> refused = new LinkedHashSet<>();

    Intake(Course course) {
        this.course = course;
        this.custody = course.custody();
        Arrays.setAll(stripes, _ -> new Object());
    }

    /// Takes a message in.
    ///
    /// @param self our own id on the channel
    /// @return what is to go its way; empty for what is not for us, refused, or in already
    Optional<Accepted> take(Incoming message, String self) throws IOException {
        if (message.traits().contains(Incoming.Trait.BY_US)) {
            return Optional.empty(); // Else every answer would leave a line of a refusal.
        }
        Duration now = custody.world().clock().elapsed();
        return switch (Matching.of(message, course.binding().rules(self))) {
            case Match.NotOurs _ -> Optional.empty();
            case Match.Refused(DropReason reason) -> {
                refuse(message, reason);
                yield Optional.empty();
            }
            case Match.Ours _ when Snowflake.parse(message.id()).isEmpty() -> {
                String what = "showed a message whose id is no number, which is left alone";
                custody.observer().saw(new Event.Trouble(message.place().channel(), what));
                yield Optional.empty();
            }
            case Match.Ours(String text) ->
                    accept(
                            new Accepted(
                                    new TurnId(message.id()),
                                    message.place().channel(),
                                    message.author(),
                                    text,
                                    now));
        };
    }

    private void refuse(Incoming message, DropReason reason) throws IOException {
        synchronized (refused) {
            if (!refused.add(message.id())) {
                return; // It came again, and is written down already.
            }
            if (refused.size() > REFUSED_MAX) {
                refused.remove(refused.iterator().next());
            }
        }
        custody.journal().drop(DropLine.of(message.id(), custody.now(), reason.word()));
        custody.observer().saw(new Event.Dropped(message.id(), reason));
    }

    /// The text comes first: an accepted message without one could not be answered after a crash.
    private Optional<Accepted> accept(Accepted message) throws IOException {
        String id = message.id().value();
        synchronized (stripes[Math.floorMod(id.hashCode(), STRIPES)]) {
            if (custody.journal().inbox().has(id)) {
                custody.observer().saw(new Event.Dropped(id, DropReason.DUPLICATE));
                return Optional.empty();
            }
            custody.journal().pending().keep(id, message.json(custody.now()));
            var origin = new InboxLine.Origin(message.channel(), message.author());
            InboxLine line = InboxLine.of(id, custody.now(), origin);
            boolean isKept = course.binding().retention().isInLines();
            custody.journal().inbox().accept(isKept ? line.withText(message.text()) : line);
        }
        custody.observer().saw(new Event.Accepted(id, message.channel()));
        return Optional.of(message);
    }
}
