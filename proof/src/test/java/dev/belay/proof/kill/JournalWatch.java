package dev.belay.proof.kill;

import dev.belay.core.json.JsonObject;
import dev.belay.proof.program.Custody;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Reads the journal again and again while programs work on it, and notes what may not happen: a
/// record that goes back, forgets its operation, or leaves without a line of the audit.
final class JournalWatch implements AutoCloseable {
    private static final List<String> ORDER =
            List.of("prepared", "pending", "processing", "completed");

    /// Between processing, from which it comes, and completed, which it never becomes.
    private static final int BLOCKED = 2;

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Custody custody;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile boolean closed;

    private JournalWatch(Custody custody) {
        this.custody = custody;
        this.thread = Thread.ofPlatform().daemon().unstarted(this::watch);
    }

    static JournalWatch of(Custody custody) {
        JournalWatch watch = new JournalWatch(custody);
        watch.thread.start();
        return watch;
    }

    List<String> complaints() {
        return complaints;
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        Map<String, JsonObject> before = Map.of();
        while (!closed) {
            try {
                Map<String, JsonObject> now = custody.records();
                for (Map.Entry<String, JsonObject> record : before.entrySet()) {
                    compare(record.getValue(), now.get(record.getKey()));
                }
                before = now;
            } catch (IOException | RuntimeException e) {
                complaints.add("the journal cannot be read: " + e);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private void compare(JsonObject before, @Nullable JsonObject now) throws IOException {
        if (now == null) {
            require(custody.isReleased(before), "left without a line of the audit", before, before);
            return;
        }
        if (time(before, "requestedAt") != time(now, "requestedAt")) {
            boolean ended = custody.isReleased(before);
            boolean retried = !status(before).equals("completed");
            require(ended || retried, "began anew though it was completed", before, now);
            return;
        }
        require(time(before, "updatedAt") <= time(now, "updatedAt"), "went back", before, now);
        require(rank(before) <= rank(now), "went back", before, now);
        require(
                !status(before).equals("blocked") || status(now).equals("blocked"),
                "is no longer blocked",
                before,
                now);
        Optional<String> operation = before.string("operationId");
        require(
                operation.isEmpty() || operation.equals(now.string("operationId")),
                "is bound to another operation",
                before,
                now);
    }

    private void require(boolean holds, String complaint, JsonObject before, JsonObject now) {
        if (!holds) {
            complaints.add("a record %s: %s, then %s".formatted(complaint, before, now));
        }
    }

    private static long time(JsonObject record, String name) {
        return record.safeInteger(name).orElseThrow();
    }

    private static String status(JsonObject record) {
        return record.string("status").orElse("prepared");
    }

    private static int rank(JsonObject record) {
        String status = status(record);
        return status.equals("blocked") ? BLOCKED : ORDER.indexOf(status);
    }
}
