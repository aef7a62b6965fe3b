package dev.belay.connector.engine;

import java.time.Duration;

/// Whatever answers: a program, a model behind HTTP, an echo.
///
/// - **Threads:** any number.
/// - **Interrupt:** ends the question as one that was [Answer.Abandoned], and stays set.
public interface Engine {
    /// Asks once, and waits. Nothing that was started for it goes on after the return.
    ///
    /// @param limit how long it may take
    Answer ask(Question question, Duration limit);
}
