package dev.belay.connector.serve;

import dev.belay.connector.TurnId;
import dev.belay.connector.asking.Accepted;
import java.util.Comparator;

/// Something that is to be done about an accepted message, in the order of its channel.
record Due(TurnId id, String channel, Lanes.Task task) {
    static final Comparator<Due> OLDEST_FIRST = Comparator.comparing(Due::id, TurnId.OLDEST_FIRST);

    static Due of(Accepted message, Lanes.Task task) {
        return new Due(message.id(), message.channel(), task);
    }
}
