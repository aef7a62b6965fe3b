package dev.belay.connector.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.engine.Answer;
import dev.belay.connector.engine.Engine;
import dev.belay.sim.SimHost;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TypingEngineTest {
    private static final int QUESTIONS = 10;
    private static final int SOON_MILLIS = 40;

    private final FakeNetwork network = new FakeNetwork();

    @Test
    void a_sign_is_shown_while_an_engine_is_at_it() throws Exception {
        SimHost host = Runs.host();
        CountDownLatch shown = new CountDownLatch(1);
        network.onTyping(channel -> {
            assertThat(channel).isEqualTo("7001");
            shown.countDown();
        });
        Engine untilShown =
                (_, _) -> {
                    try {
                        boolean isShown = shown.await(20, TimeUnit.SECONDS);
                        return new Answer.Answered(isShown ? "shown" : "not shown", 0);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                };
        try (LiveRun run = new LiveRun(host, network, Runs.binding(), untilShown)) {
            run.say("7001", "hello");
            run.finish();
        }

        assertThat(network.ours()).extracting(FakeNetwork.Said::text).containsExactly("shown");
    }

    /// Each sign counts among the requests that a network allows in a second.
    @Test
    void who_is_answered_soon_is_shown_no_sign() throws Exception {
        SimHost host = Runs.host();
        Semaphore shown = new Semaphore(0);
        AtomicInteger signs = new AtomicInteger();
        network.onTyping(_ -> {
            signs.incrementAndGet();
            shown.release();
        });
        Engine soon =
                (_, _) -> {
                    try {
                        boolean isShown = shown.tryAcquire(SOON_MILLIS, TimeUnit.MILLISECONDS);
                        return new Answer.Answered(isShown ? "shown" : "not shown", 0);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                };
        try (LiveRun run = new LiveRun(host, network, Runs.binding(), soon)) {
            for (int question = 0; question < QUESTIONS; question++) {
                run.say("7001", "hello");
            }
            run.finish();
        }

        assertThat(network.ours()).hasSize(QUESTIONS);
        assertThat(signs).as("but where the machine stood still").hasValueLessThan(QUESTIONS / 2);
    }

    @Test
    void a_sign_that_cannot_be_shown_holds_nothing_up() throws Exception {
        SimHost host = Runs.host();
        CountDownLatch tried = new CountDownLatch(1);
        network.onTyping(_ -> {
            tried.countDown();
            throw new IllegalStateException("no typing");
        });
        Engine slow =
                (_, _) -> {
                    try {
                        boolean isTried = tried.await(20, TimeUnit.SECONDS);
                        return new Answer.Answered(isTried ? "ok" : "never tried", 0);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                };
        try (LiveRun run = new LiveRun(host, network, Runs.binding(), slow)) {
            run.say("7001", "hello");
            run.finish();
        }

        assertThat(network.ours()).extracting(FakeNetwork.Said::text).containsExactly("ok");
    }
}
