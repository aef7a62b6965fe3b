package dev.belay.staging.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.identity.Identities;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.sim.fault.AlteredFile;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.RecoveryOwner;
import dev.belay.staging.receipt.StagingId;
import dev.belay.staging.removal.TreeRemoval;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Recoveries that were cut off, of either program, and what the next one makes of them.
class TakeOverTest {
    private static final long NOBODY = 999_999;

    private final Copies.Outside outside = new Copies.Outside();
    private SimHost host;
    private StagingId id;

    @BeforeEach
    void leave_a_copy() throws IOException {
        host = Copies.host();
        id = Copies.sealed(host.start("maker")).id();
        host = host.afterKill();
    }

    private void recover(Demand demand) throws IOException {
        SimProcess process = host.start("recovery");
        try (SyncRoot root = Roots.open(process)) {
            Copies.recovery(process, root, outside).recover(id, demand);
        }
    }

    private Directory staging() throws IOException {
        try (SyncRoot root = Roots.open(host.start("hand"))) {
            return root.directory().openDirectory(id.directory());
        }
    }

    /// A lock as the Node program makes it.
    private void nodeLock(String owner) throws IOException {
        try (Directory staging = staging()) {
            staging.makeDirectory(RecoveryOwner.DIRECTORY, 0700);
            if (!owner.isEmpty()) {
                try (Directory lock = staging.openDirectory(RecoveryOwner.DIRECTORY)) {
                    Copies.write(lock, RecoveryOwner.FILE, owner);
                }
            }
        }
    }

    private static String owner(long pid) {
        return "{\"pid\":%d,\"generation\":\"c778f63f-9d39-4e6b-8a7c-0d3f3b0c1c11\"}\n"
                .formatted(pid);
    }

    private void assertRefused(Demand demand, ErrorCode code) {
        assertThatThrownBy(() -> recover(demand))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
    }

    private void assertGone() throws IOException {
        try (SyncRoot root = Roots.open(host.start("looker"))) {
            assertThat(Roots.tree(root.directory())).hasSize(4);
        }
    }

    @Test
    void s01_a_lock_without_a_record_is_in_nobodys_way() throws IOException {
        nodeLock("");

        recover(Demand.NONE);

        assertGone();
    }

    @Test
    void s01_a_lock_of_a_dead_node_process_is_taken_over_on_a_persons_word_alone()
            throws IOException {
        nodeLock(owner(NOBODY));
        assertRefused(Demand.NONE, ErrorCode.LOCK_HELD);

        recover(Demand.RECOVER);

        assertGone();
    }

    @Test
    void a_lock_of_a_dead_node_process_stays_when_the_proof_fails() throws IOException {
        nodeLock(owner(NOBODY));
        outside.isRefLost = true;

        assertRefused(Demand.RECOVER, ErrorCode.STAGING_KEPT);

        try (Directory staging = staging();
                Directory lock = staging.openDirectory(RecoveryOwner.DIRECTORY)) {
            assertThat(Roots.names(lock)).containsExactly(RecoveryOwner.FILE);
        }
    }

    @Test
    void a_lock_of_a_living_node_process_is_respected() throws IOException {
        nodeLock(owner(host.start("node").pid()));

        assertRefused(Demand.RECOVER, ErrorCode.LOCK_HELD);
        assertThatThrownBy(this::discard).hasMessageContaining("is alive");
    }

    @Test
    void a_lock_that_says_nothing_is_left_but_for_a_discard() throws IOException {
        nodeLock("{\"pid\":");
        assertRefused(Demand.RECOVER, ErrorCode.LOCK_UNREADABLE);

        discard();

        assertGone();
    }

    private void discard() throws IOException {
        SimProcess process = host.start("operator");
        try (SyncRoot root = Roots.open(process)) {
            new Discard(root, Copies.owners(process), process.occupancy(), outside.register::add)
                    .discard(id);
        }
    }

    @Test
    void s01_a_lock_of_a_dead_recovery_of_belay_is_taken_over_by_anyone() throws IOException {
        SimProcess dead = host.start("dead");
        nodeLock(record(dead));
        dead.kill();

        recover(Demand.NONE);

        assertGone();
    }

    @Test
    void what_a_recovery_could_not_end_keeps_the_lock_by_name() throws IOException {
        nodeLock(record(host.start("child")));

        assertRefused(Demand.RECOVER, ErrorCode.LOCK_HELD);
    }

    private static String record(SimProcess process) {
        return new String(
                new RecoveryOwner(new Identities(process.world().processes()).own(), "generation")
                        .write(),
                UTF_8);
    }

    @Test
    void two_recoveries_of_belay_exclude_each_other() throws IOException {
        try (Directory staging = staging();
                OpenFile lock = staging.open(".", 0, OpenOption.READ)) {
            assertThat(lock.tryLock()).isTrue();

            assertRefused(Demand.NONE, ErrorCode.LOCK_HELD);
        }
    }

    @Test
    void nothing_is_recovered_where_directories_cannot_be_locked() throws IOException {
        SimProcess process = host.start("recovery");
        AlteredDirectory.alter(process, Unlockable::new);
        try (SyncRoot root = Roots.open(process)) {
            Recovery recovery = Copies.recovery(process, root, outside);

            assertThatThrownBy(() -> recovery.recover(id, Demand.RECOVER))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal ->
                                    assertThat(refusal.code())
                                            .isEqualTo(ErrorCode.LOCK_UNAVAILABLE));
        }
    }

    /// On a file system without kernel locks.
    private static final class Unlockable extends AlteredDirectory {
        Unlockable(Directory directory) {
            super(directory);
        }

        @Override
        public Directory openDirectory(String name) throws DiskFault {
            return new Unlockable(super.openDirectory(name));
        }

        @Override
        public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
            OpenFile file = super.open(name, permissions, options);
            return name.equals(".") ? new WithoutLock(file) : file;
        }
    }

    private static final class WithoutLock extends AlteredFile {
        WithoutLock(OpenFile file) {
            super(file);
        }

        @Override
        public boolean lock(Duration limit) throws DiskFault {
            throw new DiskFault("flock", label(), Errno.EOPNOTSUPP);
        }
    }

    @Test
    void what_a_recovery_was_cut_off_looking_at_is_brought_back_and_proved_anew()
            throws IOException {
        try (SyncRoot root = Roots.open(host.start("dead"))) {
            root.moveAway(id);
        }
        outside.isRefLost = true;
        assertRefused(Demand.RECOVER, ErrorCode.STAGING_KEPT);
        try (Directory staging = staging()) {
            assertThat(Roots.tree(staging)).contains("payload/source/a");
        }
        try (SyncRoot root = Roots.open(host.start("dead"))) {
            root.moveAway(id);
        }
        outside.isRefLost = false;

        recover(Demand.NONE);

        assertGone();
    }

    /// The receipt of a removal by the Node program, or by its maker.
    private void removing(boolean hasWitness, boolean hasManifest) throws IOException {
        try (Directory staging = staging()) {
            String receipt =
                    Copies.read(staging, "staging.json")
                            .replace("\"state\":\"prepared\"", "\"state\":\"removing\"");
            if (!hasWitness) {
                receipt = receipt.replaceAll(",\"witness\":\\{[^}]*}", "");
            }
            if (!hasManifest) {
                receipt = receipt.replaceAll(",\"manifest\":\"[^\"]*\"", "");
                staging.unlink("manifest.json");
            }
            Copies.write(staging, "staging.json", receipt);
        }
    }

    private void removePayload() throws IOException {
        try (Directory staging = staging()) {
            TreeRemoval.remove(staging, "payload");
        }
    }

    @Test
    void s15_a_removal_by_the_maker_is_ended() throws IOException {
        removing(false, true);

        recover(Demand.NONE);

        assertGone();
    }

    @Test
    void s15_a_removal_by_the_maker_of_what_was_never_sealed_is_ended() throws IOException {
        removing(false, false);

        assertRefused(Demand.RESCUE, ErrorCode.STAGING_KEPT);
        recover(Demand.NONE);

        assertGone();
    }

    @Test
    void s17_a_removal_of_the_node_program_is_ended_without_payload_and_manifest()
            throws IOException {
        removing(true, true);
        removePayload();
        try (Directory staging = staging()) {
            staging.unlink("manifest.json");
        }

        recover(Demand.NONE);

        assertGone();
    }

    @Test
    void a_removal_of_the_node_program_that_took_a_part_is_ended_with_the_same_proofs()
            throws IOException {
        removing(true, true);
        try (Directory staging = staging();
                Directory payload = staging.openDirectory("payload");
                Directory source = payload.openDirectory("source")) {
            source.unlink("a");
        }
        outside.isRefLost = true;
        assertRefused(Demand.RECOVER, ErrorCode.STAGING_KEPT);
        outside.isRefLost = false;

        recover(Demand.NONE);

        assertGone();
    }

    @Test
    void s17_what_is_left_when_even_the_receipt_is_gone_goes_on_a_persons_word()
            throws IOException {
        removePayload();
        try (Directory staging = staging()) {
            staging.unlink("manifest.json");
            staging.unlink("staging.json");
        }
        nodeLock(owner(NOBODY));
        assertRefused(Demand.NONE, ErrorCode.LOCK_HELD);

        recover(Demand.RECOVER);

        assertGone();
    }

    @Test
    void a_payload_that_was_replaced_keeps_the_copy() throws IOException {
        try (Directory staging = staging()) {
            staging.makeDirectory("other", 0700);
            try (Directory payload = staging.openDirectory("payload");
                    Directory other = staging.openDirectory("other")) {
                payload.rename("source", other, "source");
            }
            staging.removeDirectory("payload");
            staging.rename("other", staging, "payload");
        }

        assertRefused(Demand.RECOVER, ErrorCode.STATE_CHANGED);
    }

    @Test
    void a_directory_without_a_receipt_that_holds_anything_is_no_removal() throws IOException {
        try (Directory staging = staging()) {
            staging.unlink("staging.json");
        }

        assertRefused(Demand.RECOVER, ErrorCode.STAGING_KEPT);
    }
}
