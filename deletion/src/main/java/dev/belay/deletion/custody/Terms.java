package dev.belay.deletion.custody;

import dev.belay.deletion.Budget;
import java.util.function.Consumer;

/// Under which terms an installation deletes computers.
///
/// @param events hears of each change as soon as it is durable; called on whatever thread made it
public record Terms(
        ProofPolicy proof,
        Budget budget,
        ProtectedNames names,
        Brake brake,
        Consumer<DeletionEvent> events) {}
