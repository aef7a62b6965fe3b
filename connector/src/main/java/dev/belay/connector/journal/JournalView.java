package dev.belay.connector.journal;

import dev.belay.connector.index.Marks;
import dev.belay.connector.index.Messages;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.connector.line.Delivery;
import dev.belay.connector.line.DropLine;
import dev.belay.connector.line.InboxLine;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.ReloadLine;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.core.json.JsonObject;
import dev.belay.core.log.LogPrefix;
import dev.belay.system.Directory;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// The journal of one binding as somebody sees it who does not own it. Takes no lock, writes
/// nothing, and works on a full or read-only disk.
///
/// Each file is read once, when this is opened; an owner that goes on meanwhile may be seen in the
/// middle of a message.
///
/// - **Threads:** one.
/// - **Refuses:** a line that is no JSON object, with file and line.
public final class JournalView implements AutoCloseable {
    private final Messages messages = new Messages();
    private final LineLog<InboxLine> inbox;
    private final Admissions admissions;
    private final Outbox outbox;
    private final LineLog<DropLine> drops;
    private final LineLog<ReloadLine> reloads;
    private final Texts pending;
    private final Optional<Directory> turnsDirectory;
    private final Optional<Turns> turns;

    /// What the files say of one message, beside the record of its turn.
    ///
    /// @param accepted lines of the inbox; one, unless something is wrong
    /// @param gaps in which it may have been missed, where it was never accepted
    /// @param isKept whether what it asked still waits
    public record Traces(
            List<JsonObject> accepted,
            List<JsonObject> admissions,
            List<JsonObject> drops,
            List<JsonObject> gaps,
            List<Delivery> parts,
            boolean isKept) {
        /// Whether no file knows it.
        public boolean isEmpty() {
            return accepted.isEmpty()
                    && admissions.isEmpty()
                    && drops.isEmpty()
                    && gaps.isEmpty()
                    && parts.isEmpty()
                    && !isKept;
        }
    }

    private JournalView(World world, Path path, Directory directory, Optional<Directory> turns) {
        this.inbox = new LineLog<>(world, directory, "inbox.jsonl");
        this.admissions =
                new Admissions(new LineLog<>(world, directory, "admissions.jsonl"), messages);
        this.outbox = new Outbox(new LineLog<OutboxLine>(world, directory, "outbox.jsonl"));
        this.drops = new LineLog<>(world, directory, "drops.jsonl");
        this.reloads = new LineLog<>(world, directory, ReloadLine.LOG);
        this.pending = new Texts(world, path.resolve("pending"), directory.label("pending"));
        this.turnsDirectory = turns;
        this.turns = turns.map(opened -> new Turns(world, opened, messages));
    }

    /// Looks at the journal in `directory`, which is at `path`.
    public static JournalView open(World world, Path path, Directory directory) throws IOException {
        Path below = path.resolve("turns");
        JournalView view =
                new JournalView(
                        world,
                        path,
                        directory,
                        PrivateDirectory.open(world, below, directory.label("turns")));
        boolean isLoaded = false;
        try {
            view.load();
            isLoaded = true;
            return view;
        } finally {
            if (!isLoaded) {
                view.close();
            }
        }
    }

    /// What is wrong with each file in `directory` that is no log, in no order. Reads no log.
    public static List<Refusal> damaged(World world, Path path, Directory directory)
            throws IOException {
        List<Refusal> damaged = new ArrayList<>();
        Optional<Directory> opened =
                PrivateDirectory.open(world, path.resolve("turns"), directory.label("turns"));
        if (opened.isPresent()) {
            try (Directory turns = opened.get()) {
                new Turns(world, turns, new Messages())
                        .forEach(found -> {
                            if (found instanceof Turns.Found.Damaged(String _, Refusal why)) {
                                damaged.add(why);
                            }
                        });
            }
        }
        for (String name : List.of("pending", "parts")) {
            damaged.addAll(new Texts(world, path.resolve(name), directory.label(name)).damaged());
        }
        return damaged;
    }

    private void load() throws IOException {
        inbox.read(line -> InboxLine.id(line).ifPresent(id -> messages.mark(id, Marks.ACCEPTED)));
        admissions.load(LogPrefix.NONE);
        outbox.load(LogPrefix.NONE);
        if (turns.isPresent()) {
            turns.get().load();
        }
    }

    /// How many messages were accepted.
    public long accepted() {
        return messages.count(Marks.ACCEPTED);
    }

    /// How many turns were admitted on a UTC date.
    ///
    /// @see AdmissionLine#date()
    public long admittedOn(String date) throws IOException {
        return admissions.countOn(date);
    }

    /// Turns that were admitted and have no record: they run, or a crash has interrupted them.
    public List<String> inFlight() {
        return messages.all(Marks.ADMITTED, Marks.TURN);
    }

    /// Accepted messages that are not settled, sorted as text.
    public List<String> waiting() throws IOException {
        return pending.names();
    }

    /// What may be out and is not settled.
    public List<Delivery> unresolved() throws IOException {
        return outbox.unresolved();
    }

    /// Every part that ever was, by its nonce, read from the file.
    public List<Delivery> parts() throws IOException {
        return List.copyOf(outbox.all().values());
    }

    /// The turn that a part belongs to; empty for a nonce that was never used, or says none.
    public Optional<String> turnOf(String nonce) throws IOException {
        return outbox.find(nonce).flatMap(part -> part.json().string("turn"));
    }

    /// What the files say of one message.
    public Traces traces(String id) throws IOException {
        List<JsonObject> accepted = new ArrayList<>();
        inbox.read(
                line -> InboxLine.id(line).filter(id::equals).ifPresent(_ -> accepted.add(line)));
        List<JsonObject> admitted = new ArrayList<>();
        admissions.read(line -> {
            if (line.string("id").equals(Optional.of(id))) {
                admitted.add(line);
            }
        });
        List<JsonObject> dropped = new ArrayList<>();
        List<JsonObject> gaps = new ArrayList<>();
        drops.read(line -> {
            DropLine drop = new DropLine(line);
            if (drop.id().equals(Optional.of(id))) {
                dropped.add(line);
            } else if (accepted.isEmpty() && drop.mayHide(id)) {
                gaps.add(line);
            }
        });
        List<Delivery> sent =
                parts().stream()
                        .filter(part -> part.json().string("turn").equals(Optional.of(id)))
                        .toList();
        return new Traces(accepted, admitted, dropped, gaps, sent, waiting().contains(id));
    }

    /// The newest note of messages that may not have been seen.
    public Optional<JsonObject> lastGap() throws IOException {
        List<JsonObject> found = new ArrayList<>();
        drops.read(line -> {
            if (line.string("reason").equals(Optional.of("gap"))) {
                found.clear();
                found.add(line);
            }
        });
        return found.stream().findFirst();
    }

    /// How often a changed binding file was to be loaded.
    public long reloads() throws IOException {
        AtomicLong count = new AtomicLong();
        reloads.read(_ -> count.incrementAndGet());
        return count.get();
    }

    /// The newest attempt to load a changed binding file.
    public Optional<JsonObject> lastReload() throws IOException {
        List<JsonObject> found = new ArrayList<>();
        reloads.read(line -> {
            found.clear();
            found.add(line);
        });
        return found.stream().findFirst();
    }

    /// The record of each turn that is over, in no order.
    public Optional<Turns> turns() {
        return turns;
    }

    /// The ids of turns that are over.
    public List<String> over() {
        return messages.all(Marks.TURN, 0);
    }

    @Override
    public void close() {
        pending.close();
        turnsDirectory.ifPresent(Directory::close);
    }
}
