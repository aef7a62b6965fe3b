package dev.belay.core.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.identity.Verdict;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkLockTest {
    private SimHost host = new SimHost();
    private SimProcess first = host.start("first");
    private SimProcess second = host.start("second");

    @BeforeEach
    void given_a_machine() throws IOException {
        host = LockWorld.host();
        first = host.start("first");
        second = host.start("second");
    }

    @Test
    void a_held_lock_is_one_file_that_tells_its_owner() throws IOException {
        Held held = LockWorld.lock(first).acquire();

        assertThat(LockWorld.names(host)).containsExactly("box.lock");
        assertThat(LockWorld.text(host, "box.lock"))
                .startsWith("{\"version\":1,\"pid\":" + first.pid() + ",\"token\":\"")
                .contains("\"kernelLock\":true,\"start\":\"" + first.start() + "\"")
                .endsWith("}\n");
        assertThat(held.kernelLocked()).isTrue();
        held.assertOwned();
    }

    @Test
    void a_released_lock_leaves_nothing() throws IOException {
        Held held = LockWorld.lock(first).acquire();

        assertThat(held.release()).isEqualTo(new Release.Released());
        assertThat(LockWorld.names(host)).isEmpty();
    }

    @Test
    void a_lock_is_taken_in_turn() throws IOException {
        LinkLock lock = LockWorld.lock(first);
        LinkLock other = LockWorld.lock(second);

        for (int turn = 0; turn < 3; turn++) {
            lock.acquire().release();
            other.acquire().release();
        }

        assertThat(LockWorld.names(host)).isEmpty();
    }

    @Test
    void a_held_lock_is_refused_with_who_holds_it_and_since_when() throws IOException {
        LockWorld.lock(first).acquire();

        Refusal refusal = refusal(() -> LockWorld.lock(second).acquire());

        assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_HELD);
        assertThat(refusal)
                .hasMessage(
                        "deletion/box.lock: held since 2026-01-01T00:00:00Z by process %d, which"
                                + " is alive: it keeps its record locked",
                        first.pid());
        assertThat(refusal.help()).isEqualTo("wait until that process has finished, or end it");
        assertThat(LockWorld.names(host)).containsExactly("box.lock");
    }

    @Test
    void a_wait_takes_no_longer_than_was_said_whatever_it_is_for() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(second.pid()));
        Duration before = host.clock().elapsed();

        refusal(() -> LockWorld.lock(first).acquire());

        assertThat(host.clock().elapsed().minus(before))
                .isBetween(LockWorld.WAIT, LockWorld.WAIT.plusMillis(1));
    }

    @Test
    void no_time_to_wait_still_is_one_attempt() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));
        try (Directory data = LockWorld.data(first)) {
            LinkLock lock = new LinkLock(first.world(), data, LockWorld.NAME, Duration.ZERO);

            assertThat(lock.acquire().release()).isEqualTo(new Release.Released());
        }
    }

    @Test
    void a_clock_that_was_never_set_makes_a_record_that_can_be_read() throws IOException {
        host.clock().set(Instant.EPOCH);

        LockWorld.lock(first).acquire();

        assertThat(LockWorld.text(host, "box.lock")).contains("\"createdAt\":1,");
        assertThat(LockWorld.lock(second).inspect().state()).isInstanceOf(LockState.Owned.class);
    }

    @Test
    void the_first_number_of_a_container_is_a_number() throws IOException {
        SimProcess init = host.start("init", LockWorld.CONTAINER);

        Held held = LockWorld.lock(init).acquire();

        assertThat(LockWorld.text(host, "box.lock")).contains("\"pid\":1,");
        assertThat(held.release()).isEqualTo(new Release.Released());
    }

    @Test
    void an_owner_whose_lock_was_removed_is_told_before_an_effect_and_at_the_release()
            throws IOException {
        Held held = LockWorld.lock(first).acquire();
        removeByHand("box.lock");

        assertThat(refusal(held::assertOwned).code()).isEqualTo(ErrorCode.LOCK_LOST);
        assertThat(held.release()).isInstanceOf(Release.Lost.class);
    }

    @Test
    void an_owner_whose_lock_was_replaced_leaves_the_other_alone() throws IOException {
        Held held = LockWorld.lock(first).acquire();
        removeByHand("box.lock");
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(second.pid()));

        assertThat(refusal(held::assertOwned).code()).isEqualTo(ErrorCode.LOCK_LOST);
        assertThat(held.release()).isInstanceOf(Release.Lost.class);
        assertThat(LockWorld.text(host, "box.lock")).isEqualTo(LockWorld.nodeRecord(second.pid()));
    }

    @Test
    void an_owner_whose_record_was_altered_in_place_has_lost_it() throws IOException {
        Held held = LockWorld.lock(first).acquire();
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(second.pid()));

        assertThat(refusal(held::assertOwned).code()).isEqualTo(ErrorCode.LOCK_LOST);
    }

    @Test
    void a_lost_lock_does_not_keep_others_out() throws IOException {
        Held held = LockWorld.lock(first).acquire();
        removeByHand("box.lock");
        held.release();

        assertThat(LockWorld.lock(second).acquire().release()).isEqualTo(new Release.Released());
    }

    @Test
    void a_lock_is_released_once() throws IOException {
        Held held = LockWorld.lock(first).acquire();
        held.release();

        assertThatThrownBy(held::release).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(held::assertOwned).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_dead_number_in_a_node_record_is_removed_by_the_seeds_chain() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));

        Held held = LockWorld.lock(first).acquire();

        assertThat(LockWorld.text(host, "box.lock")).contains("\"pid\":" + first.pid());
        assertThat(LockWorld.names(host)).containsExactly("box.lock");
        held.release();
    }

    @Test
    void a_live_number_in_a_node_record_is_left_alone() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(second.pid()));

        Refusal refusal = refusal(() -> LockWorld.lock(first).acquire());

        assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_HELD);
        assertThat(refusal.getMessage())
                .contains("by process %d, which may be alive".formatted(second.pid()));
        assertThat(refusal.help())
                .endsWith("belay deletion unlock --owner-is-gone --evidence TEXT");
        assertThat(LockWorld.text(host, "box.lock")).isEqualTo(LockWorld.nodeRecord(second.pid()));
        assertThat(LockWorld.names(host)).containsExactly("box.lock");
    }

    @Test
    void our_own_number_in_a_node_record_is_not_taken_for_us() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(first.pid()));

        assertThat(refusal(() -> LockWorld.lock(first).acquire()).code())
                .isEqualTo(ErrorCode.LOCK_HELD);
        assertThat(LockWorld.text(host, "box.lock")).isEqualTo(LockWorld.nodeRecord(first.pid()));
    }

    @Test
    void a_zombie_in_a_node_record_holds_the_lock_and_is_named() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(second.pid()));
        second.killLeavingZombie();

        assertThat(refusal(() -> LockWorld.lock(first).acquire()).getMessage()).contains("zombie");
    }

    @Test
    void a_zombie_that_was_ours_holds_nothing() throws IOException {
        LockWorld.lock(first).acquire();
        first.killLeavingZombie();

        assertThat(LockWorld.lock(second).acquire().release()).isEqualTo(new Release.Released());
    }

    @Test
    void a_node_record_is_judged_by_nobody_in_a_container() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));
        SimProcess inside = host.start("inside", LockWorld.CONTAINER);

        assertThat(refusal(() -> LockWorld.lock(inside).acquire()).code())
                .isEqualTo(ErrorCode.LOCK_HELD);
        assertThat(LockWorld.names(host)).containsExactly("box.lock");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"version\":1,\"pid\":12", "4711\n", "{}"})
    void a_damaged_lock_is_left_as_it_is(String text) throws IOException {
        LockWorld.put(host, "box.lock", text);

        Refusal refusal = refusal(() -> LockWorld.lock(first).acquire());

        assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_UNREADABLE);
        assertThat(refusal.help()).contains("belay deletion unlock --owner-is-gone");
        assertThat(LockWorld.text(host, "box.lock")).isEqualTo(text);
        assertThat(LockWorld.names(host)).containsExactly("box.lock");
    }

    @Test
    void a_lock_record_that_others_may_write_counts_as_held() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));
        try (Directory data = host.disk().open(LockWorld.DATA, "")) {
            data.changePermissions("box.lock", 0620);
        }

        Refusal refusal = refusal(() -> LockWorld.lock(first).acquire());

        assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_UNREADABLE);
        assertThat(refusal).hasMessageContaining("has mode 0620");
        assertThat(LockWorld.names(host)).containsExactly("box.lock");
    }

    @Test
    void a_lock_that_is_too_long_is_not_read_whole() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(7) + " ".repeat(5000));

        assertThat(refusal(() -> LockWorld.lock(first).acquire()))
                .hasMessageContaining("is longer than 4096 bytes");
    }

    @Test
    void a_pipe_or_a_link_in_place_of_the_lock_is_refused_and_does_not_hang() throws IOException {
        host.disk().makeSpecial(LockWorld.DATA.resolve("box.lock"), FileKind.PIPE, 0600);
        assertThat(refusal(() -> LockWorld.lock(first).acquire()))
                .hasMessageContaining("is a pipe");

        removeByHand("box.lock");
        LockWorld.put(host, "elsewhere", LockWorld.nodeRecord(LockWorld.NOBODY));
        try (Directory data = host.disk().open(LockWorld.DATA, "")) {
            data.symlink("elsewhere", "box.lock");
        }
        assertThat(refusal(() -> LockWorld.lock(first).acquire()).code())
                .isEqualTo(ErrorCode.LOCK_UNREADABLE);
        assertThat(LockWorld.names(host)).containsExactly("box.lock", "elsewhere");
    }

    @Test
    void an_interrupt_ends_no_wait_and_stays_set() throws IOException {
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(second.pid()));
        Duration before = host.clock().elapsed();
        Thread.currentThread().interrupt();
        boolean interrupted;
        try {
            refusal(() -> LockWorld.lock(first).acquire());
        } finally {
            interrupted = Thread.interrupted();
        }

        assertThat(interrupted).isTrue();
        assertThat(host.clock().elapsed().minus(before)).isGreaterThanOrEqualTo(LockWorld.WAIT);
    }

    @Test
    void looking_writes_nothing_and_waits_for_nobody() throws IOException {
        LinkLock lock = LockWorld.lock(first);
        assertThat(lock.inspect()).isEqualTo(new LockReport(new LockState.Free(), List.of()));

        LockWorld.lock(second).acquire();
        Duration before = host.clock().elapsed();
        LockState state = lock.inspect().state();

        assertThat(state)
                .isEqualTo(
                        new LockState.Owned(
                                second.pid(),
                                Instant.parse("2026-01-01T00:00:00Z"),
                                true,
                                new Verdict.Live("is alive: it keeps its record locked")));
        assertThat(host.clock().elapsed()).isEqualTo(before);
        assertThat(LockWorld.names(host)).containsExactly("box.lock");
    }

    @Test
    void looking_tells_a_dead_owner_and_a_damaged_record() throws IOException {
        LockWorld.lock(second).acquire();
        second.kill();
        LinkLock lock = LockWorld.lock(first);

        assertThat(lock.inspect().state())
                .isInstanceOfSatisfying(
                        LockState.Owned.class,
                        owned -> assertThat(owned.verdict()).isInstanceOf(Verdict.Dead.class));

        LockWorld.put(host, "box.lock", "{}");
        assertThat(lock.inspect().state())
                .isEqualTo(new LockState.Damaged("has no valid \"version\""));
    }

    @Test
    void looking_at_a_dead_owner_does_not_keep_it_from_being_removed() throws IOException {
        LockWorld.lock(second).acquire();
        second.kill();
        LinkLock lock = LockWorld.lock(first);

        lock.inspect();

        assertThat(lock.acquire().release()).isEqualTo(new Release.Released());
    }

    private void removeByHand(String name) throws IOException {
        try (Directory data = host.disk().open(LockWorld.DATA, "")) {
            data.unlink(name);
        }
    }

    private static Refusal refusal(ThrowingCallable call) {
        return catchThrowableOfType(Refusal.class, call);
    }
}
