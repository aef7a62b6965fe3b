package dev.belay.connector.journal;

import dev.belay.connector.index.NonceTable;
import dev.belay.connector.index.Tables;
import dev.belay.connector.line.Delivery;
import dev.belay.connector.line.OutboxLine;
import dev.belay.connector.line.OutboxStatus;
import dev.belay.core.json.JsonMembers;
import dev.belay.core.log.LogEnd;
import dev.belay.core.log.LogPrefix;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Every part of an answer on its way, in `outbox.jsonl`: the intent before it is sent, then each
/// change.
///
/// - **Durable:** what was appended stays.
/// - **Crash:** leaves a part as it was before a change or after it. One that is left with its
///   intent may have been sent.
/// - **Threads:** any number; those that speak of one nonce take turns by themselves.
public final class Outbox {
    private final LineLog<OutboxLine> log;

    // All guarded by this.
    private NonceTable statuses = new NonceTable();

    /// Whole only of what was never settled.
    private Map<String, Unsettled> unresolved = new LinkedHashMap<>();

    /// Whether a settled nonce came up again, of which only the file has all lines.
    private boolean isRevived;

    Outbox(LineLog<OutboxLine> log) {
        this.log = log;
    }

    /// What is known of a part that may be out. Lines become one only where that is asked for: most
    /// parts are settled before.
    private static final class Unsettled {
        private @Nullable Delivery merged;
        private final List<JsonMembers> lines = new ArrayList<>(1);

        Unsettled() {}

        Unsettled(Delivery merged) {
            this.merged = merged;
        }

        void add(JsonMembers line) {
            lines.add(line);
        }

        Delivery delivery() {
            Delivery all = merged;
            for (JsonMembers line : lines) {
                all = Delivery.merge(all, line.object());
            }
            lines.clear();
            merged = all;
            return Objects.requireNonNull(all);
        }
    }

    /// Reads what stands behind a prefix.
    LogEnd load(LogPrefix prefix) throws IOException {
        return log.read(prefix, this::noteFound);
    }

    /// Takes what was known before.
    synchronized void take(Tables known) {
        statuses = known.nonces();
        unresolved = new LinkedHashMap<>();
        known.unresolved().forEach((nonce, part) -> unresolved.put(nonce, new Unsettled(part)));
        isRevived = known.isRevived();
    }

    synchronized NonceTable statuses() {
        return statuses;
    }

    /// Whole only of what was never settled. Nothing may be appended meanwhile.
    synchronized Map<String, Delivery> neverSettled() {
        Map<String, Delivery> parts = new LinkedHashMap<>();
        unresolved.forEach((nonce, part) -> parts.put(nonce, part.delivery()));
        return parts;
    }

    /// Whether a settled nonce came up again.
    synchronized boolean isRevived() {
        return isRevived;
    }

    /// Writes a change down.
    public void append(OutboxLine line) throws IOException {
        log.append(line);
        note(line.nonce(), line.json());
    }

    /// How far a part is; empty for a nonce that was never used.
    public synchronized Optional<OutboxStatus> status(String nonce) {
        return statuses.status(nonce);
    }

    /// What may be out and is not settled, in the order in which it was first intended.
    public List<Delivery> unresolved() throws IOException {
        synchronized (this) {
            if (!isRevived) {
                return unresolved.values().stream().map(Unsettled::delivery).toList();
            }
        }
        return all().values().stream().filter(it -> it.status().isUnresolved()).toList();
    }

    /// Every part that ever was, in the order in which it was first intended, read from the file.
    public Map<String, Delivery> all() throws IOException {
        Map<String, Delivery> all = new LinkedHashMap<>();
        log.read(line ->
                OutboxLine.nonce(line)
                        .ifPresent(nonce ->
                                all.merge(
                                        nonce,
                                        Delivery.merge(null, line),
                                        (before, _) -> Delivery.merge(before, line))));
        return all;
    }

    /// All of one nonce, read from the file.
    public Optional<Delivery> find(String nonce) throws IOException {
        List<Delivery> found = new ArrayList<>();
        log.read(line -> {
            if (OutboxLine.nonce(line).filter(nonce::equals).isPresent()) {
                Delivery before = found.isEmpty() ? null : found.removeLast();
                found.add(Delivery.merge(before, line));
            }
        });
        return found.stream().findFirst();
    }

    private void noteFound(JsonMembers line) {
        Optional<String> nonce = OutboxLine.nonce(line);
        if (nonce.isPresent()) {
            note(nonce.get(), line);
        }
    }

    private synchronized void note(String nonce, JsonMembers line) {
        Optional<OutboxStatus> before = statuses.status(nonce);
        OutboxStatus status =
                before.isPresent() && !OutboxLine.hasStatus(line)
                        ? before.get()
                        : Delivery.status(line);
        statuses.put(nonce, status);
        if (!status.isUnresolved()) {
            unresolved.remove(nonce);
        } else if (before.isPresent() && !unresolved.containsKey(nonce)) {
            isRevived = true;
        } else {
            unresolved.computeIfAbsent(nonce, _ -> new Unsettled()).add(line);
        }
    }
}
