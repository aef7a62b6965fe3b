package dev.belay.connector.turn;

import java.time.Duration;

/// Decides whether the engine is asked about an accepted message.
public final class Admitting {
    private Admitting() {}

    /// What is known at the moment of the decision.
    ///
    /// @param brake whether anything new may begin
    /// @param age how long ago the message was written; less than zero where clocks differ
    /// @param ageMax after which nobody waits for an answer any more
    /// @param admitted how many turns were admitted today
    /// @param ceiling how many may be
    /// @param notice whether it was said today that the ceiling is reached
    public record Facts(
            Brake brake,
            Duration age,
            Duration ageMax,
            long admitted,
            long ceiling,
            Notice notice) {}

    /// The operator's word.
    public enum Brake {
        FREE,
        SET
    }

    /// Whether a notice was given today.
    public enum Notice {
        DUE,
        GIVEN
    }

    /// What is done next.
    public sealed interface Step {
        /// It is admitted, then the engine is asked.
        record Admit() implements Step {}

        /// It is not answered.
        record Drop(DropReason reason) implements Step {}

        /// It is not answered, and the notice about the ceiling is taken on, then given.
        record DropWithNotice() implements Step {}
    }

    /// Total: the brake comes before all, and a message that is too old counts against no ceiling.
    public static Step next(Facts facts) {
        if (facts.brake() == Brake.SET) {
            return new Step.Drop(DropReason.STOPPED);
        }
        if (facts.age().compareTo(facts.ageMax()) > 0) {
            return new Step.Drop(DropReason.TOO_OLD);
        }
        if (facts.admitted() < facts.ceiling()) {
            return new Step.Admit();
        }
        return switch (facts.notice()) {
            case DUE -> new Step.DropWithNotice();
            case GIVEN -> new Step.Drop(DropReason.CEILING);
        };
    }
}
