package dev.belay.core.audit;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Durability;
import dev.belay.core.file.Reserve;
import dev.belay.core.log.GroupCommit;
import dev.belay.core.log.LogEnd;
import dev.belay.core.log.LogFile;
import dev.belay.core.log.LogLine;
import dev.belay.core.log.LogLines;
import dev.belay.core.log.TailRepair;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.World;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The chained log of every release of custody. Its format is in `docs/formats/audit-v1.md`.
///
/// - **Durable:** when [#append] returns, its lines are, and only then may the release begin.
/// - **Crash:** loses at most lines that were not acknowledged, whose releases never began. No
///   crash makes [#verify] complain.
/// - **Fault:** an append that fails may have left its lines, which is harmless: a line without a
///   release says that one was intended.
/// - **Threads:** any number, in any number of processes; the log's kernel lock gives turns.
/// - **Refuses:** to append behind a line that was altered or a part that is missing
///   (`AUDIT_BROKEN`), and a turn that is not granted within two seconds (`LOCK_HELD`).
public final class AuditLog {
    private static final Duration LOCK_LIMIT = Duration.ofSeconds(2);

    /// How many events share one write and one sync, but for those of one call.
    private static final int EVENTS_PER_TURN_MAX = 256;

    private static final String BROKEN_HELP =
            "run belay audit verify, and find out what changed the file; nothing is released until"
                    + " it is mended";

    private final World world;
    private final Directory directory;
    private final AuditNames names;
    private final AuditHead head;
    private final Reserve reserve;
    private final GroupCommit<List<AuditEvent>, Appended> turns =
            new GroupCommit<>(EVENTS_PER_TURN_MAX, List::size, this::appendAll);

    // Used by one turn at a time.
    /// How our last turn left the log; null when that is not known.
    private @Nullable FileStatus trusted;

    private ChainEnd end = ChainEnd.START;
    private long anchored;

    /// Whether the reserve may have been given up: whoever does that has just tried to append.
    private boolean reserveInDoubt = true;

    /// @param directory the data root
    public AuditLog(World world, Directory directory) {
        this(world, directory, "audit");
    }

    /// A log that shares its directory with files of another program.
    ///
    /// @param stem what the names of the log's files begin with
    public AuditLog(World world, Directory directory, String stem) {
        this.world = world;
        this.directory = directory;
        this.names = AuditNames.of(stem);
        this.head = new AuditHead(world, directory, names.head());
        this.reserve = new Reserve(directory, names.reserve());
    }

    /// Records releases that are about to begin, and returns when the record is durable.
    ///
    /// The events of one call are lines one behind the other. Calls of several threads at the same
    /// time share one write and one sync.
    public Appended append(List<AuditEvent> events) throws IOException {
        return turns.submit(List.copyOf(events));
    }

    /// Checks the whole log, in memory that does not grow with it. Takes no lock and changes
    /// nothing; what is appended meanwhile does not matter.
    public AuditVerification verify() throws IOException {
        return AuditVerifier.verify(directory, names.log(), head);
    }

    /// Shows the entries about the wanted events, oldest first. Does not check the chain.
    ///
    /// What a power cut has left of an append behind the acknowledged lines is no entry.
    public void entries(Predicate<AuditEvent> wanted, Consumer<AuditEntry> consumer)
            throws IOException {
        long acknowledged =
                head.read() instanceof AuditHead.Reading.Good good
                        ? good.latest().count()
                        : Long.MAX_VALUE;
        boolean[] isOver = {false};
        LogLines.read(
                directory,
                names.log(),
                line -> {
                    isOver[0] |= line.number() > acknowledged && Chain.isTorn(line.bytes());
                    if (!isOver[0]) {
                        AuditEntry entry = readable(line);
                        if (wanted.test(entry.event())) {
                            consumer.accept(entry);
                        }
                    }
                });
    }

    private AuditEntry readable(LogLine line) throws Refusal {
        return switch (AuditFormat.decode(line.bytes())) {
            case AuditFormat.Line.Sound(AuditEntry entry, String _) -> entry;
            case AuditFormat.Line.Unsound(String why) -> throw broken(line.number(), why);
        };
    }

    private List<Appended> appendAll(List<List<AuditEvent>> calls) throws IOException {
        try {
            return appendOnce(calls);
        } catch (DiskFault fault) {
            reserveInDoubt = true;
            if (!fault.isFull() || !reserve.giveUp()) {
                throw fault;
            }
            return appendOnce(calls);
        }
    }

    private List<Appended> appendOnce(List<List<AuditEvent>> calls) throws IOException {
        try (LogFile file = takeTurn()) {
            if (trusted == null || !trusted.isUnchanged(file.status())) {
                reserveInDoubt = true;
                recover(file);
            }
            trusted = null; // Until it is known how the append ended.
            Draft draft = new Draft(end, now());
            List<List<AuditEntry>> entries = new ArrayList<>();
            for (List<AuditEvent> call : calls) {
                entries.add(draft.add(call));
            }
            Durability durability = file.append(draft.bytes());
            // Only now: the head must never name a line that a power cut can take back.
            long anchoredBefore = anchored;
            anchored = head.advance(draft.end(), anchored);
            reserveInDoubt |= anchored != anchoredBefore; // Now and then, in any case.
            end = draft.end();
            trusted = file.status();
            if (reserveInDoubt) {
                reserveInDoubt = !reserve.restore();
            }
            return entries.stream().map(each -> new Appended(each, durability)).toList();
        }
    }

    private Instant now() {
        return world.clock().now().truncatedTo(ChronoUnit.MILLIS);
    }

    /// Opens the log for our turn; creates it only where it never had a line.
    private LogFile takeTurn() throws IOException {
        Optional<LogFile> found = openWithLines();
        if (found.isPresent()) {
            return found.get();
        }
        long acknowledged = acknowledged();
        if (acknowledged == 0) {
            return LogFile.create(directory, names.log(), LOCK_LIMIT);
        }
        // Another process may have begun the log since we looked.
        return openWithLines()
                .orElseThrow(() ->
                        broken(
                                acknowledged,
                                "is missing or cut off: %d lines were acknowledged"
                                        .formatted(acknowledged)));
    }

    private Optional<LogFile> openWithLines() throws IOException {
        Optional<LogFile> found = LogFile.open(directory, names.log(), LOCK_LIMIT);
        if (found.isPresent() && found.get().sizeBytes() == 0) {
            found.get().close();
            return Optional.empty();
        }
        return found;
    }

    private long acknowledged() throws Refusal {
        return switch (head.read()) {
            case AuditHead.Reading.Absent _ -> 0;
            case AuditHead.Reading.Damaged(String why) -> throw brokenHead(why);
            case AuditHead.Reading.Good(ChainEnd latest, long _) -> latest.count();
        };
    }

    /// Finds the end of the chain, from the head on and no further back, and makes durable what
    /// other processes, living or killed, left behind the head.
    private void recover(LogFile file) throws IOException {
        trusted = null;
        AuditHead.Reading.Good known = readHead(file);
        requireHeadLine(file, known.latest());
        Chain chain = new Chain(known.latest());
        long tornFrom = follow(file, chain);
        TailRepair repair =
                file.repair(
                        tornFrom, torn -> chain.look(torn) instanceof Chain.Link.Follows, world);
        if (repair instanceof TailRepair.Completed) {
            follow(file, chain);
        }
        anchored = known.anchored();
        end = chain.end();
        if (end.count() > known.latest().count()) {
            file.affirm(known.latest().bytes());
            anchored = head.advance(end, anchored);
        }
        if (known.latest().count() == 0) {
            Durability.sync(directory); // No line was acknowledged: the names may not be durable.
        }
        trusted = file.status();
    }

    private AuditHead.Reading.Good readHead(LogFile file) throws IOException {
        return switch (head.read()) {
            case AuditHead.Reading.Good good -> {
                if (file.sizeBytes() == 0 && good.latest().count() == 0) {
                    head.createAnew(); // A sync of its name may have failed, as of the log's.
                }
                yield good;
            }
            case AuditHead.Reading.Damaged(String why) -> throw brokenHead(why);
            case AuditHead.Reading.Absent _ -> {
                if (file.sizeBytes() > 0) {
                    throw brokenHead("is missing");
                }
                head.create(); // Before any line, so that no crash can leave lines without it.
                yield new AuditHead.Reading.Good(ChainEnd.START, 0);
            }
        };
    }

    /// The log must still hold the last line that the head names, where it was.
    private void requireHeadLine(LogFile file, ChainEnd latest) throws IOException {
        if (file.sizeBytes() < latest.bytes()) {
            throw broken(
                    latest.count(),
                    "is missing or cut off: %d lines were acknowledged".formatted(latest.count()));
        }
        if (latest.count() == 0) {
            return;
        }
        Optional<byte[]> line = file.lineEndingAt(latest.bytes());
        if (line.isEmpty() || !ChainEnd.hash(line.get()).equals(latest.hash())) {
            throw broken(latest.count(), "is not the line that " + names.head() + " records");
        }
    }

    /// Follows the chain to its end; returns where the remains of a cut-off append begin.
    private long follow(LogFile file, Chain chain) throws IOException {
        long[] tornFrom = {-1};
        LogEnd last =
                file.read(
                        chain.end().bytes(),
                        chain.end().count() + 1,
                        line -> {
                            if (tornFrom[0] >= 0) {
                                return;
                            }
                            if (Chain.isTorn(line.bytes())) {
                                tornFrom[0] = line.from();
                            } else {
                                requireLink(line, chain);
                            }
                        });
        return tornFrom[0] >= 0 ? tornFrom[0] : last.position();
    }

    private void requireLink(LogLine line, Chain chain) throws Refusal {
        switch (chain.add(line.bytes())) {
            case Chain.Link.Follows _ -> {}
            case Chain.Link.Malformed(String why) -> throw broken(line.number(), why);
            case Chain.Link.Unchained _ ->
                    throw broken(line.number(), "does not follow from the line before");
        }
    }

    private Refusal broken(long line, String why) {
        return new Refusal(ErrorCode.AUDIT_BROKEN, names.log() + ":" + line, why, BROKEN_HELP);
    }

    private Refusal brokenHead(String why) {
        return new Refusal(ErrorCode.AUDIT_BROKEN, names.head(), why, BROKEN_HELP);
    }

    /// Lines in the making.
    private static final class Draft {
        private final Instant at;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private ChainEnd end;

        Draft(ChainEnd end, Instant at) {
            this.end = end;
            this.at = at;
        }

        List<AuditEntry> add(List<AuditEvent> events) throws Refusal {
            List<AuditEntry> entries = new ArrayList<>();
            for (AuditEvent event : events) {
                AuditEntry entry = new AuditEntry(end.count() + 1, at, event);
                byte[] line = AuditFormat.encode(entry, end.hash());
                if (line.length > AuditFormat.LINE_BYTES_MAX) {
                    throw tooLong(event, line.length);
                }
                bytes.writeBytes(line);
                bytes.write('\n');
                end = end.after(line);
                entries.add(entry);
            }
            return entries;
        }

        private static Refusal tooLong(AuditEvent event, int length) {
            return new Refusal(
                    ErrorCode.USAGE,
                    event.subject(),
                    "an audit line of %d bytes, and it may have %d"
                            .formatted(length, AuditFormat.LINE_BYTES_MAX),
                    "give shorter evidence, or name a file that holds it");
        }

        byte[] bytes() {
            return bytes.toByteArray();
        }

        ChainEnd end() {
            return end;
        }
    }
}
