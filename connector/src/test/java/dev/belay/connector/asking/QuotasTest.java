package dev.belay.connector.asking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.binding.Binding.Ceilings;
import dev.belay.sim.SimClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class QuotasTest {
    private static final int THREADS = 8;
    private static final Ceilings OF_USER = new Ceilings(100, 5, 0, 0, 4, 50);
    private static final Ceilings OF_HOUR = new Ceilings(100, 0, 7, 0, 4, 50);

    private final SimClock clock = new SimClock();
    private final Quotas quotas = new Quotas(clock);

    /// How many of many threads get a place at the same time.
    private int takenAtOnce(Ceilings ceilings) throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        Instant now = clock.now();
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            tasks.add(() -> {
                start.await();
                int taken = 0;
                for (int j = 0; j < 20; j++) {
                    taken += quotas.take("8001", now, ceilings) ? 1 : 0;
                }
                return taken;
            });
        }
        int all = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (Future<Integer> taken : threads.invokeAll(tasks)) {
                all += taken.get();
            }
        }
        return all;
    }

    @Test
    void many_at_once_take_no_more_than_there_is() throws Exception {
        assertThat(takenAtOnce(OF_USER)).isEqualTo(5);
        assertThat(takenAtOnce(OF_HOUR)).isEqualTo(2); // Five were taken before.
    }

    @Test
    void a_place_that_was_given_back_can_be_taken() {
        for (int i = 0; i < 5; i++) {
            assertThat(quotas.take("8001", clock.now(), OF_USER)).isTrue();
        }
        quotas.giveBack("8001", clock.now());

        assertThat(quotas.take("8001", clock.now(), OF_USER)).isTrue();
        assertThat(quotas.take("8001", clock.now(), OF_USER)).isFalse();
    }

    @Test
    void an_hour_later_there_is_room_again_and_not_before() {
        for (int i = 0; i < 7; i++) {
            assertThat(quotas.take("8001", clock.now(), OF_HOUR)).isTrue();
        }
        clock.advance(Duration.ofHours(1).minusMillis(1));
        assertThat(quotas.take("8001", clock.now(), OF_HOUR)).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(quotas.take("8001", clock.now(), OF_HOUR)).isTrue();
    }
}
