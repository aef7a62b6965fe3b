package dev.belay.connector.journal;

import dev.belay.connector.index.DatedSets;
import dev.belay.connector.line.NoticeLine;
import dev.belay.core.log.LogEnd;
import dev.belay.core.log.LogPrefix;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// What is said at most once a day, in `notices.jsonl`, before it is said.
///
/// - **Durable:** what was taken on is never taken on again on that day.
/// - **Fault:** what failed counts as said, since its line may be there.
/// - **Threads:** any number; one of them is told to speak.
public final class Notices {
    private final LineLog<NoticeLine> log;

    /// Guarded by this.
    private DatedSets said = new DatedSets();

    Notices(LineLog<NoticeLine> log) {
        this.log = log;
    }

    /// Reads what stands behind a prefix.
    LogEnd load(LogPrefix prefix) throws IOException {
        return log.read(prefix, line -> NoticeLine.of(line).ifPresent(this::note));
    }

    /// Takes what was known before.
    synchronized void take(DatedSets known) {
        said = known;
    }

    /// All that is known. Nothing may be taken on meanwhile.
    synchronized DatedSets said() {
        return said;
    }

    /// Takes a notice on, unless it was on that day.
    ///
    /// @return whether the caller is to say it
    public boolean takeOn(NoticeLine line) throws IOException {
        synchronized (this) {
            if (has(line.kind(), line.date())) {
                return false;
            }
            note(line);
        }
        log.append(line);
        return true;
    }

    /// Writes a line, whether or not there is one like it.
    public void append(NoticeLine line) throws IOException {
        note(line);
        log.append(line);
    }

    /// Whether a notice was taken on.
    public boolean has(String kind, String date) throws IOException {
        Optional<Boolean> known;
        synchronized (this) {
            known = said.has(date, kind);
        }
        return known.isPresent() ? known.get() : hasInFile(kind, date);
    }

    private synchronized void note(NoticeLine line) {
        said.add(line.date(), line.kind());
    }

    private boolean hasInFile(String kind, String date) throws IOException {
        AtomicBoolean found = new AtomicBoolean();
        log.read(line -> {
            Optional<NoticeLine> notice = NoticeLine.of(line);
            if (notice.isPresent()
                    && notice.get().kind().equals(kind)
                    && notice.get().date().equals(date)) {
                found.set(true);
            }
        });
        return found.get();
    }
}
