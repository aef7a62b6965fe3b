package dev.belay.connector.journal;

import dev.belay.connector.Decimals;
import dev.belay.connector.index.IdTable;
import dev.belay.connector.index.Marks;
import dev.belay.connector.index.Messages;
import dev.belay.connector.line.InboxLine;
import dev.belay.core.json.JsonMembers;
import dev.belay.core.log.LogEnd;
import dev.belay.core.log.LogPrefix;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Every message that was accepted, in `inbox.jsonl`, before anything else is done about it.
///
/// - **Durable:** a message that was accepted stays so.
/// - **Crash:** a message that was not acknowledged may have been accepted or not.
/// - **Threads:** any number; of two that accept one message, one is told that it is new.
public final class Inbox {
    private static final int SEEN = 1;

    private final LineLog<InboxLine> log;
    private final Messages messages;

    /// The newest id of each channel, unsigned. Guarded by this.
    private Map<String, Long> newest = new HashMap<>();

    Inbox(LineLog<InboxLine> log, Messages messages) {
        this.log = log;
        this.messages = messages;
    }

    /// Reads what stands behind a prefix.
    LogEnd load(LogPrefix prefix) throws IOException {
        return log.read(prefix, this::noteFound);
    }

    /// Takes what was known before; the messages are marked.
    synchronized void take(Map<String, Long> known) {
        newest = known;
    }

    /// The newest id of each channel, unsigned. Nothing may be accepted meanwhile.
    synchronized Map<String, Long> newest() {
        return newest;
    }

    /// Writes a message down that was not written down before.
    ///
    /// @return whether it is new; while it is being written it is not
    public boolean accept(InboxLine line) throws IOException {
        if (!messages.mark(line.id(), Marks.ACCEPTED)) {
            return false;
        }
        boolean isWritten = false;
        try {
            log.append(line);
            isWritten = true;
        } finally {
            if (!isWritten) {
                messages.unmark(line.id(), Marks.ACCEPTED); // It may come again, and be written.
            }
        }
        noteNewest(line.id(), line.json());
        return true;
    }

    /// Writes a line, whether or not there is one of this message.
    public void append(InboxLine line) throws IOException {
        log.append(line);
        note(line.id(), line.json());
    }

    public boolean has(String id) {
        return messages.has(id, Marks.ACCEPTED);
    }

    /// The message of a channel with the highest number; empty when there is none with a number.
    public synchronized Optional<String> newest(String channel) {
        return Optional.ofNullable(newest.get(channel)).map(Long::toUnsignedString);
    }

    /// Every channel of which a message was accepted.
    public synchronized Set<String> channels() {
        return Set.copyOf(newest.keySet());
    }

    /// How many messages were accepted.
    public long size() {
        return messages.count(Marks.ACCEPTED);
    }

    /// All lines, oldest first.
    public void read(LineLog.Visitor visitor) throws IOException {
        log.read(visitor);
    }

    /// All ids in the order in which they were first accepted, read from the file.
    public List<String> ids() throws IOException {
        List<String> ids = new ArrayList<>();
        IdTable seen = new IdTable();
        log.read(line -> InboxLine.id(line).filter(id -> seen.add(id, SEEN)).ifPresent(ids::add));
        return ids;
    }

    private void noteFound(JsonMembers line) {
        Optional<String> id = InboxLine.id(line);
        if (id.isPresent()) {
            note(id.get(), line);
        }
    }

    private void note(String id, JsonMembers line) {
        messages.mark(id, Marks.ACCEPTED);
        noteNewest(id, line);
    }

    private synchronized void noteNewest(String id, JsonMembers line) {
        long number = Decimals.number(id);
        Optional<String> channel = InboxLine.channel(line);
        if (number != 0 && channel.isPresent()) {
            newest.merge(channel.get(), number, (a, b) -> Long.compareUnsigned(a, b) >= 0 ? a : b);
        }
    }
}
