package dev.belay.core.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What crashed attempts leave beside the lock, and who removes it.
class LeftoversTest {
    private static final String OTHER = "0e8a1a52-77a8-4b0e-8a36-2f7c7f1d7f10";
    private static final String DEAD = "box.lock.candidate-999-" + OTHER;
    private static final String REAPER = "box.lock.reap-" + LockWorld.TOKEN;

    private SimHost host = new SimHost();
    private SimProcess first = host.start("first");

    @BeforeEach
    void given_a_machine() throws IOException {
        host = LockWorld.host();
        first = host.start("first");
    }

    @Test
    void d04_candidates_of_the_dead_are_removed() throws IOException {
        LockWorld.put(host, DEAD, LockWorld.nodeRecord(LockWorld.NOBODY));
        LockWorld.put(
                host,
                REAPER + ".candidate-999-" + OTHER,
                LockWorld.nodeReaper(LockWorld.NOBODY, OTHER));

        LockWorld.lock(first).acquire();

        assertThat(LockWorld.names(host)).containsExactly("box.lock");
    }

    @Test
    void d04_finished_reapers_are_removed_dead_or_alive() throws IOException {
        LockWorld.put(host, REAPER, LockWorld.nodeReaper(LockWorld.NOBODY, OTHER));
        LockWorld.put(
                host,
                REAPER + "-0123456789abcdef0123456789abcdef",
                LockWorld.nodeReaper(first.pid(), OTHER));

        LockWorld.lock(first).acquire();

        assertThat(LockWorld.names(host)).containsExactly("box.lock");
    }

    @Test
    void a_dead_owner_leaves_nothing_after_the_next_one() throws IOException {
        SimProcess second = host.start("second");
        LockWorld.lock(second).acquire();
        second.kill();

        assertThat(LockWorld.lock(first).acquire().release()).isEqualTo(new Release.Released());

        assertThat(LockWorld.names(host)).isEmpty();
    }

    @Test
    void a_reap_is_followed_by_a_clean_up_each_time() throws IOException {
        LinkLock lock = LockWorld.lock(first);
        lock.acquire().release();

        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));
        lock.acquire().release();

        assertThat(LockWorld.names(host)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"version\":1,\"pid\":99"})
    void a_candidate_that_was_cut_off_is_judged_by_the_number_in_its_name(String text)
            throws IOException {
        SimProcess second = host.start("second");
        String alive = "box.lock.candidate-%d-%s".formatted(second.pid(), OTHER);
        LockWorld.put(host, DEAD, text);
        LockWorld.put(host, alive, text);

        LockWorld.lock(first).acquire();

        assertThat(LockWorld.names(host)).containsExactly("box.lock", alive);
    }

    @Test
    void a_candidate_that_was_cut_off_under_our_number_is_of_one_before_us() throws IOException {
        SimProcess init = host.start("init", LockWorld.CONTAINER);
        LockWorld.put(host, "box.lock.candidate-1-" + OTHER, "");

        LockWorld.lock(init).acquire();

        assertThat(LockWorld.names(host)).containsExactly("box.lock");
    }

    @Test
    void a_candidate_that_was_cut_off_is_left_where_others_may_be_making_theirs()
            throws IOException {
        AlteredDirectory.alter(first, Unlockable::itself);
        LockWorld.put(host, DEAD, "");

        LockWorld.lock(first).acquire();

        assertThat(LockWorld.names(host)).containsExactly("box.lock", DEAD);
    }

    @Test
    void a_candidate_whose_record_is_locked_is_alive_whatever_its_number() throws IOException {
        LockWorld.put(host, DEAD, lockedRecord());
        SimProcess inside = host.start("inside", LockWorld.CONTAINER);
        try (Directory data = LockWorld.data(inside);
                OpenFile candidate = data.open(DEAD, 0, OpenOption.READ)) {
            candidate.tryLock();

            LockWorld.lock(first).acquire().release();
            assertThat(LockWorld.names(host)).containsExactly(DEAD);
        }

        LockWorld.lock(first).acquire();
        assertThat(LockWorld.names(host)).containsExactly("box.lock");
    }

    @Test
    void a_candidate_of_a_live_node_process_is_left() throws IOException {
        String alive = "box.lock.candidate-%d-%s".formatted(first.pid(), OTHER);
        LockWorld.put(host, alive, LockWorld.nodeRecord(first.pid()));

        LockWorld.lock(first).acquire();

        assertThat(LockWorld.names(host)).containsExactly("box.lock", alive);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "box.lock.candidate",
                "box.lock.candidate-999",
                "box.lock.candidate-0-" + OTHER,
                "box.lock.candidate-99999999999-" + OTHER,
                "box.lock.candidate-9999999999-" + OTHER,
                DEAD + "x",
                "x" + DEAD,
                "other.lock.candidate-999-" + OTHER,
                "boxxlock.candidate-999-" + OTHER,
                "box.lock.reap-" + LockWorld.TOKEN + "-0123",
                "box.lock.reap-x",
                "box.lock.bak",
                "box.json"
            })
    void what_the_protocol_does_not_name_is_never_touched(String name) throws IOException {
        LockWorld.put(host, name, LockWorld.nodeRecord(LockWorld.NOBODY));

        LockWorld.lock(first).acquire().release();

        assertThat(LockWorld.names(host)).containsExactly(name);
    }

    @Test
    void leftovers_are_listed_and_nothing_else() throws IOException {
        LockWorld.put(host, DEAD, "");
        LockWorld.put(host, REAPER, "");
        LockWorld.put(host, "box.json", "");

        assertThat(LockWorld.lock(first).inspect().leftovers()).containsExactly(DEAD, REAPER);
        assertThat(LockWorld.names(host)).containsExactly("box.json", DEAD, REAPER);
    }

    @Test
    void leftovers_that_cannot_be_removed_do_not_matter() throws IOException {
        LockWorld.put(host, DEAD, LockWorld.nodeRecord(LockWorld.NOBODY));
        AlteredDirectory.alter(first, StuckLeftovers::new);
        LinkLock lock = LockWorld.lock(first);

        assertThat(lock.acquire().release()).isEqualTo(new Release.Released());
        assertThat(lock.inspect().leftovers()).containsExactly(DEAD);
    }

    private static final class StuckLeftovers extends AlteredDirectory {
        StuckLeftovers(Directory directory) {
            super(directory);
        }

        @Override
        public void unlink(String name) throws DiskFault {
            if (name.equals(DEAD)) {
                throw new DiskFault("unlink", label(name), Errno.EIO);
            }
            super.unlink(name);
        }
    }

    private static String lockedRecord() {
        return LockWorld.nodeRecord(LockWorld.NOBODY).replace("}", ",\"kernelLock\":true}");
    }
}
