package dev.belay.connector.serve;

import dev.belay.connector.channel.Channel;
import dev.belay.connector.custody.Custody;
import dev.belay.connector.engine.Answer;
import dev.belay.connector.engine.Engine;
import dev.belay.connector.engine.Question;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Shows, while an engine is at it, that an answer is being thought of.
///
/// - **Threads:** any number; one more for each question.
/// - **Interrupt:** as the engine.
final class TypingEngine implements Engine {
    /// Whoever is answered sooner needs no sign, which would take from what may be posted.
    private static final long PATIENCE_MILLIS = 400;

    /// A sign lasts about ten seconds.
    private static final long EACH_SECONDS = 8;

    private final Engine engine;
    private final Channel channel;

    TypingEngine(Custody custody) {
        this.engine = custody.engine();
        this.channel = custody.channel();
    }

    @Override
    public Answer ask(Question question, Duration limit) {
        CountDownLatch done = new CountDownLatch(1);
        Thread showing =
                Thread.ofVirtual().name("typing").start(() -> show(question.channel(), done));
        try {
            return engine.ask(question, limit);
        } finally {
            done.countDown();
            showing.interrupt();
        }
    }

    private void show(String where, CountDownLatch done) {
        try {
            boolean isDone = done.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            while (!isDone) {
                channel.showTyping(where);
                isDone = done.await(EACH_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException | RuntimeException _) {
            // It is only a sign.
        }
    }
}
