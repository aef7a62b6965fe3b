package dev.belay.app.binding;

import dev.belay.app.config.SecretReference;
import dev.belay.connector.engine.ChatEngine.Delivery;
import dev.belay.connector.engine.CommandEngine.Form;
import dev.belay.system.program.Programs.Complaints;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The engine that a binding asks.
public sealed interface EngineChoice {
    /// Answers what it was asked.
    record Echo() implements EngineChoice {}

    /// A program.
    ///
    /// @param variables names of further variables that are handed on
    record Command(
            List<String> words,
            List<String> variables,
            Path directory,
            Form form,
            Complaints complaints,
            int outputBytesMax)
            implements EngineChoice {}

    /// A server of chat completions.
    ///
    /// @param instructions empty for none
    /// @param tokensMax 0 for no such limit
    record Chat(
            URI url,
            String model,
            Optional<SecretReference> token,
            String instructions,
            int tokensMax,
            Delivery delivery,
            int answerBytesMax)
            implements EngineChoice {}
}
