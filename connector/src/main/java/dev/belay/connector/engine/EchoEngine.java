package dev.belay.connector.engine;

import java.time.Duration;

/// Answers what it was asked, at once: for a first run, and for tests.
public final class EchoEngine implements Engine {
    /// One that needs nothing.
    public EchoEngine() {}

    @Override
    public Answer ask(Question question, Duration limit) {
        return new Answer.Answered(question.text(), 0);
    }
}
