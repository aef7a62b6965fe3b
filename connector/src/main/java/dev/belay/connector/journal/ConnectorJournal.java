package dev.belay.connector.journal;

import dev.belay.connector.index.Marks;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.ReloadLine;
import dev.belay.core.file.Durability;
import dev.belay.core.file.OwnershipCheck;
import dev.belay.core.file.PrivateDirectory;
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
    /// What is read in the time in which a start is not waited for.
    private static final long INDEX_LACK_MIN = 1 << 20;

    /// Of a long history, this share may be read anew after a crash.
    private static final int INDEX_LACK_SHARE = 8;

    private final Opened opened;
    private final Logs logs;
    private final JournalIndex index;
    private final LineLog<ReloadLine> reloads;
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
        this.logs = new Logs(world, directory);
        this.index = new JournalIndex(world, directory);
        this.reloads = new LineLog<>(world, directory, ReloadLine.LOG);
        this.turns = new Turns(world, opened.turns(), logs.messages());
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
        pending.load();
        parts.load();
        for (LineLog<?> log : logs.all()) {
            repair(log);
        }
        repair(reloads);
        // A killed owner may have left names visible that are not durable. Those in the binding's
        // own directory are by now, since a directory below it was made sure of.
        Durability.sync(opened.turns());
        index.fill(logs);
        logs.load();
        turns.load();
        Salvage salvage = new Salvage(directory, world.clock().now());
        salvage.inbox(logs.inbox());
        salvage.admissions(logs.admissions());
        salvage.outbox(logs.outbox());
        salvage.notices(logs.notices());
        logs.loadDrops();
        unread.load();
    }

    private void repair(LineLog<?> log) throws IOException {
        TailRepair how = log.open();
        if (!(how instanceof TailRepair.Unneeded)) {
            repairs.add(new Repaired(log.name(), how));
        }
    }

    /// Writes down what the logs say, so that the next start need not read each of their lines,
    /// where that would take a while. It is a hint; nothing depends on it.
    ///
    /// @param owner of the binding
    /// @return whether it was written
    public boolean refreshIndex(OwnershipCheck owner) throws IOException {
        return index.refresh(INDEX_LACK_MIN, owner);
    }

    /// The same now and then in a run, where much has come since.
    ///
    /// @param owner of the binding
    /// @return whether it was written
    public boolean tendIndex(OwnershipCheck owner) throws IOException {
        long much = index.logBytes() / INDEX_LACK_SHARE;
        return index.refresh(Math.max(INDEX_LACK_MIN, much), owner);
    }

    /// What was mended when the journal was opened.
    public List<Repaired> repairs() {
        return List.copyOf(repairs);
    }

    public Inbox inbox() {
        return logs.inbox();
    }

    public Admissions admissions() {
        return logs.admissions();
    }

    public Outbox outbox() {
        return logs.outbox();
    }

    public Notices notices() {
        return logs.notices();
    }

    public Turns turns() {
        return turns;
    }

    /// Writes down that a message is not answered, or that messages were not seen.
    public void drop(DropLine line) throws IOException {
        logs.drops().append(line);
        logs.noteDrop(line.members());
    }

    /// Writes down that messages are not answered, however many they are.
    public void drop(List<DropLine> lines) throws IOException {
        logs.drops().append(lines);
        lines.forEach(line -> logs.noteDrop(line.members()));
    }

    /// What was not answered, and what was not seen.
    public LineLog<DropLine> drops() {
        return logs.drops();
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
        return MessageRecord.of(logs.messages().marks(id));
    }

    /// Whether it was decided not to answer a message that was accepted.
    public boolean isDropped(String id) {
        return logs.messages().has(id, Marks.DROPPED);
    }

    /// Accepted messages of which nothing was decided, the newest of them, oldest first.
    public List<String> undecided(int max) {
        return logs.messages()
                .newest(Marks.ACCEPTED, Marks.ADMITTED | Marks.TURN | Marks.DROPPED, max);
    }

    /// Every turn that was admitted and has no record: a crash has interrupted it.
    public List<String> interrupted() {
        return logs.messages().all(Marks.ADMITTED, Marks.TURN);
    }

    @Override
    public void close() {
        logs.all().forEach(LineLog::close);
        reloads.close();
        pending.close();
        parts.close();
        opened.close();
    }
}
