package dev.belay.staging.run;

import dev.belay.staging.seal.Sealing;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What is to be done in a copy.
///
/// @param words the command and its arguments
/// @param environment all of it
/// @param limit after which it is asked to end
/// @param outputs paths below the copy that are brought back, beside what lies in `.crabbox/runs`
///   and `.crabbox/captures`
/// @param copy how the copy is made
/// @param isKept whether the copy stays when all is done
public record Task(
        List<String> words,
        Map<String, String> environment,
        Duration limit,
        List<String> outputs,
        Sealing.Options copy,
        boolean isKept) {
    public Task {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
        outputs = List.copyOf(outputs);
    }

    /// Without arguments and environment, which may be secret.
    @Override
    public String toString() {
        return words.getFirst();
    }
}
