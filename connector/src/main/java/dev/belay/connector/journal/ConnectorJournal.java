package dev.belay.connector.journal;

import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.NoticeLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.ReloadLine;
import dev.belay.connector.turn.DropReason;
import dev.belay.core.file.Durability;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.json.JsonObject;
import dev.belay.core.log.TailRepair;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The journal of one binding, open for its owner. The format is in
/// `docs/formats/connector-journal-v1.md`.
///
/// All that a message needs to know is in memory, read once when the journal is opened, so that a
/// message costs the same however long the history is.
///
/// - **Durable:** what a method returned for survives a power cut, and so does what was found when
///   the journal was opened, whoever wrote it.
/// - **Crash:** loses at most what was not acknowledged. Opening mends the ends of the files.
/// - **Threads:** any number.
/// - **Interrupt:** has no effect.
/// - **Refuses:** a directory that is not private, and a line that is no JSON object, with file and
///   line. Nothing is then changed but torn ends.
public final class ConnectorJournal implements AutoCloseable {
    private static final String DUPLICATE = DropReason.DUPLICATE.word();

    private final Opened opened;
    private final Messages messages = new Messages();
    private final LineLog<InboxLine> inboxLog;
    private final LineLog<AdmissionLine> admissionLog;
    private final LineLog<OutboxLine> outboxLog;
    private final LineLog<NoticeLine> noticeLog;
    private final LineLog<DropLine> drops;
    private final LineLog<ReloadLine> reloads;
    private final Inbox inbox;
    private final Admissions admissions;
    private final Outbox outbox;
    private final Notices notices;
    private final Turns turns;
    private final Texts pending;
    private final Texts parts;
    private final Unread unread;
    private final List<Repaired> repairs = new ArrayList<>();

    /// An end of a file that a crash had left, and what was done about it.
    ///
    /// @param file its name in the directory of the binding
    public record Repaired(String file, TailRepair how) {}

    private record Opened(Directory directory, Directory turns) {
        void close() {
            turns.close();
            directory.close();
        }
    }

    private ConnectorJournal(World world, Path path, String label, Opened opened) {
        this.opened = opened;
        Directory directory = opened.directory();
        this.inboxLog = new LineLog<>(world, directory, "inbox.jsonl");
        this.admissionLog = new LineLog<>(world, directory, "admissions.jsonl");
        this.outboxLog = new LineLog<>(world, directory, "outbox.jsonl");
        this.noticeLog = new LineLog<>(world, directory, "notices.jsonl");
        this.drops = new LineLog<>(world, directory, "drops.jsonl");
        this.reloads = new LineLog<>(world, directory, "reloads.jsonl");
        this.inbox = new Inbox(inboxLog, messages);
        this.admissions = new Admissions(admissionLog, messages);
        this.outbox = new Outbox(outboxLog);
        this.notices = new Notices(noticeLog);
        this.turns = new Turns(world, opened.turns(), messages);
        this.pending = new Texts(world, path.resolve("pending"), label + "/pending");
        this.parts = new Texts(world, path.resolve("parts"), label + "/parts");
        this.unread = new Unread(world, directory);
    }

    /// Opens the journal at `path`, making its directories where there are none. The caller owns
    /// the binding.
    ///
    /// @param label what messages call the directory
    public static ConnectorJournal open(World world, Path path, String label) throws IOException {
        Opened opened = openDirectories(world, path, label);
        boolean isLoaded = false;
        try {
            ConnectorJournal journal = new ConnectorJournal(world, path, label, opened);
            journal.load(world);
            isLoaded = true;
            return journal;
        } finally {
            if (!isLoaded) {
                opened.close();
            }
        }
    }

    private static Opened openDirectories(World world, Path path, String label) throws IOException {
        Directory directory = PrivateDirectory.create(world, path, label);
        boolean isOpen = false;
        try {
            Path below = path.resolve("turns");
            Directory turns = PrivateDirectory.create(world, below, label + "/turns");
            isOpen = true;
            return new Opened(directory, turns);
        } finally {
            if (!isOpen) {
                directory.close();
            }
        }
    }

    private void load(World world) throws IOException {
        Directory directory = opened.directory();
        OnceFiles.removeTemporaries(directory);
        OnceFiles.removeTemporaries(opened.turns());
        pending.load();
        parts.load();
        for (LineLog<?> log :
                List.of(inboxLog, admissionLog, outboxLog, noticeLog, drops, reloads)) {
            TailRepair how = log.open();
            if (!(how instanceof TailRepair.Unneeded)) {
                repairs.add(new Repaired(log.name(), how));
            }
        }
        // A killed owner may have left names visible that are not durable. Those in the binding's
        // own directory are by now, since a directory below it was made sure of.
        Durability.sync(opened.turns());
        inbox.load();
        admissions.load();
        outbox.load();
        notices.load();
        turns.load();
        Salvage salvage = new Salvage(directory, world.clock().now());
        salvage.inbox(inbox);
        salvage.admissions(admissions);
        salvage.outbox(outbox);
        salvage.notices(notices);
        drops.read(this::noteDrop);
        unread.load();
    }

    /// Of messages that were never accepted nothing needs to be known, nor that one came again.
    private void noteDrop(JsonObject line) {
        DropLine drop = new DropLine(line);
        boolean isDuplicate = drop.reason().filter(DUPLICATE::equals).isPresent();
        drop.id()
                .filter(id -> !isDuplicate && inbox.has(id))
                .ifPresent(id -> messages.mark(id, Marks.DROPPED));
    }

    /// What was mended when the journal was opened.
    public List<Repaired> repairs() {
        return List.copyOf(repairs);
    }

    public Inbox inbox() {
        return inbox;
    }

    public Admissions admissions() {
        return admissions;
    }

    public Outbox outbox() {
        return outbox;
    }

    public Notices notices() {
        return notices;
    }

    public Turns turns() {
        return turns;
    }

    /// Writes down that a message is not answered, or that messages were not seen.
    public void drop(DropLine line) throws IOException {
        drops.append(line);
        noteDrop(line.json());
    }

    /// Writes down that messages are not answered, however many they are.
    public void drop(List<DropLine> lines) throws IOException {
        drops.append(lines);
        lines.forEach(line -> noteDrop(line.json()));
    }

    /// What was not answered, and what was not seen.
    public LineLog<DropLine> drops() {
        return drops;
    }

    /// Attempts to load a changed binding file.
    public LineLog<ReloadLine> reloads() {
        return reloads;
    }

    /// Accepted messages that are not settled, by the id of the message.
    public Texts pending() {
        return pending;
    }

    /// Texts of parts that are not settled, by nonce.
    public Texts parts() {
        return parts;
    }

    /// Channels that are being read back.
    public Unread unread() {
        return unread;
    }

    /// What is known of one message.
    public MessageRecord message(String id) {
        return MessageRecord.of(messages.marks(id));
    }

    /// Whether it was decided not to answer a message that was accepted.
    public boolean isDropped(String id) {
        return messages.has(id, Marks.DROPPED);
    }

    /// Accepted messages of which nothing was decided, the newest of them, oldest first.
    public List<String> undecided(int max) {
        return messages.newest(Marks.ACCEPTED, Marks.ADMITTED | Marks.TURN | Marks.DROPPED, max);
    }

    /// Every turn that was admitted and has no record: a crash has interrupted it.
    public List<String> interrupted() {
        return messages.all(Marks.ADMITTED, Marks.TURN);
    }

    @Override
    public void close() {
        pending.close();
        parts.close();
        opened.close();
    }
}
