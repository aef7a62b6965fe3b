package dev.belay.system.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.system.World;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The clock, the randomness, and the waiting of the real world.
class LocalWorldTest {
    private final World world = LocalWorld.create();

    @Test
    void the_wall_clock_is_that_of_the_system() {
        assertThat(Duration.between(Instant.now(), world.clock().now()).abs())
                .isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void elapsed_time_never_goes_back() {
        Duration last = world.clock().elapsed();
        for (int count = 0; count < 100_000; count++) {
            Duration next = world.clock().elapsed();
            if (next.compareTo(last) < 0) {
                throw new AssertionError(next + " after " + last);
            }
            last = next;
        }
        assertThat(last).isPositive();
    }

    @Test
    void a_pause_lasts_as_long_as_was_asked() {
        Duration before = world.clock().elapsed();

        world.waiting().pause(Duration.ofMillis(30));

        assertThat(world.clock().elapsed().minus(before))
                .isGreaterThanOrEqualTo(Duration.ofMillis(30));
    }

    @Test
    void a_pause_without_length_is_none() {
        Duration before = world.clock().elapsed();

        world.waiting().pause(Duration.ZERO);
        world.waiting().pause(Duration.ofSeconds(-1000));

        assertThat(world.clock().elapsed().minus(before)).isLessThan(Duration.ofSeconds(60));
    }

    @Test
    void an_interrupt_ends_a_pause_and_stays_set() {
        Duration before = world.clock().elapsed();
        Thread.currentThread().interrupt();

        world.waiting().pause(Duration.ofMinutes(10));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(world.clock().elapsed().minus(before)).isLessThan(Duration.ofSeconds(60));
    }

    @Test
    void random_ids_are_of_version_4_and_differ() {
        Set<UUID> seen = new HashSet<>();
        long bits = 0;
        long noBits = 0;
        for (int count = 0; count < 1000; count++) {
            UUID id = world.randomness().uuid();
            assertThat(id.version()).isEqualTo(4);
            assertThat(id.variant()).isEqualTo(2);
            seen.add(id);
            bits |= id.getLeastSignificantBits();
            noBits |= ~id.getMostSignificantBits();
        }

        assertThat(seen).hasSize(1000);
        assertThat(bits | (1L << 62)).as("every bit but the variant's varies").isEqualTo(-1L);
        assertThat(noBits | 0x4000L).as("every bit but the version's varies").isEqualTo(-1L);
    }
}
