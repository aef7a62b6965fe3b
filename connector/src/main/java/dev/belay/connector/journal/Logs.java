package dev.belay.connector.journal;

import dev.belay.connector.index.Marks;
import dev.belay.connector.index.Messages;
import dev.belay.connector.index.Tables;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.NoticeLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.turn.DropReason;
import dev.belay.core.json.JsonMembers;
import dev.belay.core.log.LogEnd;
import dev.belay.core.log.LogPrefix;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The logs that are read when a journal is opened, and what is kept of them in memory.
///
/// - **Threads:** one, until all is read; a long outbox is read on another.
final class Logs {
    /// What takes longer to read than a thread to start, many times over.
    private static final long LONG_BYTES = 4 << 20;

    private static final String DUPLICATE = DropReason.DUPLICATE.word();

    private final LineLog<InboxLine> inboxLog;
    private final LineLog<AdmissionLine> admissionLog;
    private final LineLog<OutboxLine> outboxLog;
    private final LineLog<NoticeLine> noticeLog;
    private final LineLog<DropLine> drops;
    private final Messages messages = new Messages();
    private final Inbox inbox;
    private final Admissions admissions;
    private final Outbox outbox;
    private final Notices notices;

    /// What was taken from an index, in the order of [#all].
    private List<LogPrefix> known;

    /// How many messages it knows to be accepted.
    private long knownAccepted;

    /// What was read of each behind that.
    private final List<LogEnd> ends = new ArrayList<>();

    Logs(World world, Directory directory) {
        this.inboxLog = new LineLog<>(world, directory, "inbox.jsonl");
        this.admissionLog = new LineLog<>(world, directory, "admissions.jsonl");
        this.outboxLog = new LineLog<>(world, directory, "outbox.jsonl");
        this.noticeLog = new LineLog<>(world, directory, "notices.jsonl");
        this.drops = new LineLog<>(world, directory, "drops.jsonl");
        this.inbox = new Inbox(inboxLog, messages);
        this.admissions = new Admissions(admissionLog, messages);
        this.outbox = new Outbox(outboxLog);
        this.notices = new Notices(noticeLog);
        this.known = Collections.nCopies(all().size(), LogPrefix.NONE);
    }

    /// All of them; the drops are the last.
    List<LineLog<?>> all() {
        return List.of(inboxLog, admissionLog, outboxLog, noticeLog, drops);
    }

    Messages messages() {
        return messages;
    }

    Inbox inbox() {
        return inbox;
    }

    Admissions admissions() {
        return admissions;
    }

    Outbox outbox() {
        return outbox;
    }

    Notices notices() {
        return notices;
    }

    LineLog<DropLine> drops() {
        return drops;
    }

    /// Takes what is known of the beginnings of all logs, before anything is read.
    void take(List<LogPrefix> beginnings, Tables tables) {
        known = List.copyOf(beginnings);
        messages.take(tables.messages());
        inbox.take(tables.newest());
        admissions.take(tables.admitted());
        outbox.take(tables);
        notices.take(tables.said());
        knownAccepted = inbox.size();
    }

    /// Reads what is not known of all but the drops.
    void load() throws IOException {
        if (outboxLog.sizeBytes() - known.get(2).bytes() < LONG_BYTES) {
            loadMessages();
            ends.add(outbox.load(known.get(2)));
        } else {
            loadAtOnce();
        }
        ends.add(notices.load(known.get(3)));
    }

    private void loadMessages() throws IOException {
        ends.add(inbox.load(known.get(0)));
        ends.add(admissions.load(known.get(1)));
    }

    /// Reads the outbox beside the others, of which it knows nothing.
    private void loadAtOnce() throws IOException {
        Future<LogEnd> ofOutbox;
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            ofOutbox = thread.submit(() -> outbox.load(known.get(2)));
            loadMessages();
        }
        if (ofOutbox.state() == Future.State.SUCCESS) {
            ends.add(ofOutbox.resultNow());
            return;
        }
        switch (ofOutbox.exceptionNow()) {
            case IOException failure -> throw failure;
            case Throwable broken -> throw new IllegalStateException("reading a log broke", broken);
        }
    }

    /// Reads the drops, once all is known that was ever accepted.
    void loadDrops() throws IOException {
        // A line that speaks of a message counts whether or not that was accepted by then.
        boolean isWhole = inbox.size() != knownAccepted;
        if (isWhole) {
            List<LogPrefix> others = new ArrayList<>(known);
            others.set(others.size() - 1, LogPrefix.NONE);
            known = List.copyOf(others);
        }
        ends.add(drops.read(known.getLast(), this::noteDrop));
    }

    /// Of messages that were never accepted nothing needs to be known, nor that one came again.
    void noteDrop(JsonMembers line) {
        DropLine drop = new DropLine(line);
        boolean isDuplicate = drop.reason().filter(DUPLICATE::equals).isPresent();
        drop.id()
                .filter(id -> !isDuplicate && inbox.has(id))
                .ifPresent(id -> messages.mark(id, Marks.DROPPED));
    }

    /// What was read of each, as it is in the files now; empty where some of it is gone.
    Optional<List<LogPrefix>> prefixes() throws IOException {
        List<LogPrefix> prefixes = new ArrayList<>();
        for (int log = 0; log < ends.size(); log++) {
            all().get(log).prefix(known.get(log), ends.get(log)).ifPresent(prefixes::add);
        }
        return prefixes.size() == all().size()
                ? Optional.of(List.copyOf(prefixes))
                : Optional.empty();
    }

    /// All that is kept in memory. Nothing may be added meanwhile.
    Tables tables() {
        return new Tables(
                messages.table(),
                inbox.newest(),
                admissions.days(),
                notices.said(),
                outbox.statuses(),
                outbox.neverSettled(),
                outbox.isRevived());
    }

    /// Whether each log begins with what is said of it. Reads all of that.
    boolean begin(List<LogPrefix> beginnings) throws IOException {
        for (int log = 0; log < beginnings.size(); log++) {
            if (!all().get(log).begins(beginnings.get(log))) {
                return false;
            }
        }
        return true;
    }

    /// How long all of them are.
    long sizeBytes() throws DiskFault {
        long size = 0;
        for (LineLog<?> log : all()) {
            size += log.sizeBytes();
        }
        return size;
    }
}
