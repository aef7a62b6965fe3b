package dev.belay.app.serving;

import dev.belay.connector.engine.Answer;
import dev.belay.connector.engine.Engine;
import dev.belay.connector.engine.Question;
import java.time.Duration;

/// The engine of the settings in force: a question that was asked before a change ends with the
/// engine that it was asked of.
final class ChangingEngine implements Engine {
    private volatile Engine current;

    ChangingEngine(Engine first) {
        this.current = first;
    }

    void change(Engine next) {
        current = next;
    }

    @Override
    public Answer ask(Question question, Duration limit) {
        return current.ask(question, limit);
    }
}
