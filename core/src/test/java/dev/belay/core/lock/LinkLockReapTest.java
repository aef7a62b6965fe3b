package dev.belay.core.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// How the lock of a dead owner is removed, and what is left of it.
class LinkLockReapTest {
    private static final String REAPER = "0e8a1a52-77a8-4b0e-8a36-2f7c7f1d7f10";
    private static final String CLAIM = "box.lock.reap-" + LockWorld.TOKEN;

    private SimHost host = new SimHost();
    private SimProcess first = host.start("first");
    private SimProcess second = host.start("second");

    @BeforeEach
    void given_the_lock_of_a_dead_node_process() throws IOException {
        host = LockWorld.host();
        first = host.start("first");
        second = host.start("second");
        LockWorld.put(host, "box.lock", LockWorld.nodeRecord(LockWorld.NOBODY));
    }

    @Test
    void a_live_reaper_is_let_do_its_work() throws IOException {
        LockWorld.put(host, CLAIM, LockWorld.nodeReaper(second.pid(), REAPER));

        Refusal refusal = refusal(first);

        assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_HELD);
        assertThat(refusal)
                .hasMessage(
                        "deletion/box.lock: held since 2025-10-09T08:53:20Z by process 999, which"
                                + " is not alive, and process %d, which may be alive: its number is"
                                + " in use, and its record does not say since when, may be removing"
                                + " it",
                        second.pid());
        assertThat(LockWorld.names(host)).containsExactly("box.lock", CLAIM);
    }

    @Test
    void a_dead_reaper_is_stepped_over_by_the_digest_of_its_token() throws Exception {
        LockWorld.put(host, CLAIM, LockWorld.nodeReaper(LockWorld.NOBODY, REAPER));
        LockWorld.put(
                host,
                CLAIM + "-" + digest(REAPER),
                LockWorld.nodeReaper(second.pid(), UUID.randomUUID().toString()));

        assertThat(refusal(first).getMessage()).contains("process " + second.pid());

        second.kill();
        assertThat(LockWorld.lock(first).acquire().release()).isEqualTo(new Release.Released());
        assertThat(LockWorld.names(host)).isEmpty();
    }

    @Test
    void a_dead_reaper_of_the_old_form_is_stepped_over_by_the_digest_of_its_number()
            throws Exception {
        LockWorld.put(host, CLAIM, "999\n");
        LockWorld.put(host, CLAIM + "-" + digest("legacy:999"), "%d\n".formatted(second.pid()));

        assertThat(refusal(first).getMessage()).contains("process " + second.pid());
    }

    @Test
    void a_damaged_reaper_is_refused_and_named() throws IOException {
        LockWorld.put(host, CLAIM, "{");

        Refusal refusal = refusal(first);

        assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_UNREADABLE);
        assertThat(refusal.where()).isEqualTo("deletion/" + CLAIM);
        assertThat(LockWorld.names(host)).containsExactly("box.lock", CLAIM);
    }

    @Test
    void a_reaper_of_another_lock_is_refused() throws IOException {
        LockWorld.put(
                host,
                CLAIM,
                LockWorld.nodeReaper(LockWorld.NOBODY, REAPER).replace(LockWorld.TOKEN, REAPER));

        assertThat(refusal(first).code()).isEqualTo(ErrorCode.LOCK_UNREADABLE);
    }

    @Test
    void d04_a_lock_whose_every_reaper_died_is_not_permanent() throws Exception {
        String name = CLAIM;
        for (int generation = 0; generation < ReaperChain.GENERATIONS_MAX; generation++) {
            String token = UUID.randomUUID().toString();
            LockWorld.put(host, name, LockWorld.nodeReaper(LockWorld.NOBODY, token));
            name = CLAIM + "-" + digest(token);
        }

        assertThat(LockWorld.lock(first).acquire().release()).isEqualTo(new Release.Released());
        assertThat(LockWorld.names(host)).isEmpty();
    }

    @Test
    void without_the_gate_nobody_goes_beyond_the_last_generation() throws Exception {
        String name = CLAIM;
        for (int generation = 0; generation < ReaperChain.GENERATIONS_MAX; generation++) {
            String token = UUID.randomUUID().toString();
            LockWorld.put(host, name, LockWorld.nodeReaper(LockWorld.NOBODY, token));
            name = CLAIM + "-" + digest(token);
        }
        AlteredDirectory.alter(first, Unlockable::itself);

        assertThat(refusal(first).code()).isEqualTo(ErrorCode.LOCK_UNAVAILABLE);
        assertThat(LockWorld.names(host)).contains("box.lock").doesNotContain(name);
    }

    @Test
    void d06_a_reaper_that_could_not_remove_the_lock_keeps_nobody_out() throws IOException {
        AlteredDirectory.alter(first, UnlinkFails::new);

        assertThat(refusal(first).code()).isEqualTo(ErrorCode.LOCK_UNAVAILABLE);

        assertThat(LockWorld.names(host)).containsExactly("box.lock", CLAIM);
        try (Directory data = LockWorld.data(second)) {
            NodePeer node = new NodePeer(second.world(), data, "box.lock");
            NodePeer.Owner owner = node.acquire();
            assertThat(LockWorld.text(host, "box.lock")).contains(owner.token());
            node.release(owner);
        }
        assertThat(first.isAlive()).isTrue();
    }

    @Test
    void d06_a_reaper_that_could_not_remove_the_lock_is_in_no_belay_process_way()
            throws IOException {
        AlteredDirectory.alter(first, UnlinkFails::new);
        refusal(first);

        assertThat(LockWorld.lock(second).acquire().release()).isEqualTo(new Release.Released());
        assertThat(LockWorld.names(host)).isEmpty();
    }

    @Test
    void a_lock_that_went_while_it_was_being_removed_is_nobodys_fault() throws IOException {
        AlteredDirectory.alter(first, UnlinkIsLate::new);

        assertThatCode(() -> LockWorld.lock(first).acquire().release()).doesNotThrowAnyException();
    }

    /// The disk fails when the lock of a dead owner is removed.
    private static final class UnlinkFails extends AlteredDirectory {
        UnlinkFails(Directory directory) {
            super(directory);
        }

        @Override
        public void unlink(String name) throws DiskFault {
            if (name.equals("box.lock")) {
                throw new DiskFault("unlink", label(name), Errno.EIO);
            }
            super.unlink(name);
        }
    }

    /// Somebody removes the lock by hand at the same moment.
    private static final class UnlinkIsLate extends AlteredDirectory {
        private boolean isLate = true;

        UnlinkIsLate(Directory directory) {
            super(directory);
        }

        @Override
        public void unlink(String name) throws DiskFault {
            super.unlink(name);
            if (name.equals("box.lock") && isLate) {
                isLate = false;
                throw new DiskFault("unlink", label(name), Errno.ENOENT);
            }
        }
    }

    private static Refusal refusal(SimProcess process) {
        return catchThrowableOfType(Refusal.class, () -> LockWorld.lock(process).acquire());
    }

    private static String digest(String identity) throws Exception {
        byte[] hash =
                MessageDigest.getInstance("SHA-256")
                        .digest(identity.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash).substring(0, 32);
    }
}
