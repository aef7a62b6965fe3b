package dev.belay.connector.engine;

import dev.belay.connector.BindingName;
import dev.belay.connector.TurnId;
import java.time.Instant;

/// Questions to ask in tests.
final class Questions {
    private Questions() {}

    static Question of(String text) {
        return new Question(
                new BindingName("support"),
                new TurnId("1234"),
                1,
                "55",
                "66",
                Instant.parse("2026-01-02T03:04:05Z"),
                text);
    }
}
