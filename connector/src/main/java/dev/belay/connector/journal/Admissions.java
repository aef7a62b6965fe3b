package dev.belay.connector.journal;

import dev.belay.connector.index.DatedSets;
import dev.belay.connector.index.IdTable;
import dev.belay.connector.index.Marks;
import dev.belay.connector.index.Messages;
import dev.belay.connector.line.AdmissionLine;
import dev.belay.core.log.LogEnd;
import dev.belay.core.log.LogPrefix;
import java.io.IOException;
import java.util.OptionalLong;

/// Every turn that might ask the engine, in `admissions.jsonl`, before it is asked.
///
/// - **Durable:** an admission that was returned counts for its day, and for its turn, for good.
/// - **Crash:** an admission that was not acknowledged may count.
/// - **Fault:** one that failed counts, since its line may be there.
/// - **Threads:** any number; those that are being written count.
public final class Admissions {
    private static final int SEEN = 1;

    private final LineLog<AdmissionLine> log;
    private final Messages messages;

    /// Guarded by this.
    private DatedSets days = new DatedSets();

    Admissions(LineLog<AdmissionLine> log, Messages messages) {
        this.log = log;
        this.messages = messages;
    }

    /// Reads what stands behind a prefix.
    LogEnd load(LogPrefix prefix) throws IOException {
        return log.read(prefix, line -> AdmissionLine.of(line).ifPresent(this::note));
    }

    /// Takes what was known before; the messages are marked.
    synchronized void take(DatedSets known) {
        days = known;
    }

    /// All that is known. Nothing may be admitted meanwhile.
    synchronized DatedSets days() {
        return days;
    }

    /// Admits a turn, unless as many of its day were admitted as may be. A turn counts once a day,
    /// however often it is admitted.
    ///
    /// @return whether it is admitted, durably
    public boolean admit(AdmissionLine line, long ceiling) throws IOException {
        synchronized (this) {
            boolean isCounted = days.has(line.date(), line.id()).orElse(false);
            if (!isCounted && countOn(line.date()) >= ceiling) {
                return false;
            }
            note(line);
        }
        log.append(line);
        return true;
    }

    /// Writes a line, however many there are.
    public void append(AdmissionLine line) throws IOException {
        note(line);
        log.append(line);
    }

    /// How many turns have an admission whose time begins with `date`.
    public long countOn(String date) throws IOException {
        OptionalLong known;
        synchronized (this) {
            known = days.count(date);
        }
        return known.isPresent() ? known.getAsLong() : countInFile(date);
    }

    /// All lines, oldest first.
    public void read(LineLog.Visitor visitor) throws IOException {
        log.read(visitor);
    }

    boolean has(String id) {
        return messages.has(id, Marks.ADMITTED);
    }

    private synchronized void note(AdmissionLine line) {
        days.add(line.date(), line.id());
        messages.admit(line.id());
    }

    private long countInFile(String date) throws IOException {
        IdTable ids = new IdTable();
        log.read(line ->
                AdmissionLine.of(line)
                        .filter(admission -> admission.date().equals(date))
                        .ifPresent(admission -> ids.add(admission.id(), SEEN)));
        return ids.count(SEEN);
    }
}
