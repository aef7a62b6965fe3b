package dev.belay.simulators;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// A deletion that a [FakeBoat] carries out: at `position` in the words of its progress.
record Operation(
        String id,
        String target,
        String account,
        Instant requestedAt,
        List<String> progress,
        int position) {
    static final String BLOCKED = "blocked";
    static final String COMPLETED = "completed";

    String status() {
        return progress.get(position);
    }

    boolean isOver() {
        return status().equals(COMPLETED) || status().equals(BLOCKED);
    }

    Operation blocked() {
        return new Operation(id, target, account, requestedAt, List.of(BLOCKED), 0);
    }

    /// One word further, or as far as the time says; never back.
    Operation lookedAt(Instant now, Duration step) {
        long due =
                step.isZero() ? position + 1L : Duration.between(requestedAt, now).dividedBy(step);
        int next = (int) Math.clamp(due, position, progress.size() - 1L);
        return new Operation(id, target, account, requestedAt, progress, next);
    }
}
