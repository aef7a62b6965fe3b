package dev.belay.staging.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.RecoveryOwner;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnlockTest {
    private static final String OF_NOBODY =
            "{\"pid\":99999,\"generation\":\"c778f63f-9d39-4e6b-8a7c-0d3f3b0c1c11\"}\n";

    private final Copies.Outside outside = new Copies.Outside();
    private SimHost host;
    private StagingId id;

    @BeforeEach
    void leave_a_copy() throws IOException {
        host = Copies.host();
        id = Copies.sealed(host.start("maker")).id();
        host = host.afterKill();
    }

    private void lock(String record) throws IOException {
        try (SyncRoot root = Roots.open(host.start("node"));
                Directory staging = root.directory().openDirectory(id.directory())) {
            staging.makeDirectory(RecoveryOwner.DIRECTORY, 0700);
            try (Directory lock = staging.openDirectory(RecoveryOwner.DIRECTORY)) {
                Copies.write(lock, RecoveryOwner.FILE, record);
            }
        }
    }

    /// Opens the copies, of which a process may say what it wants.
    private interface Act {
        String of(Unlock unlock) throws IOException;
    }

    private String operator(Register register, Act act) throws IOException {
        SimProcess process = host.start("operator");
        try (SyncRoot root = Roots.open(process)) {
            return act.of(new Unlock(root, Copies.owners(process), register));
        }
    }

    private String look() throws IOException {
        return operator(outside.register::add, unlock -> unlock.look(id));
    }

    private String unlock() throws IOException {
        return operator(outside.register::add, unlock -> unlock.unlock(id));
    }

    private void recover() throws IOException {
        SimProcess process = host.start("recovery");
        try (SyncRoot root = Roots.open(process)) {
            Copies.recovery(process, root, outside).recover(id, Demand.RECOVER);
        }
    }

    private List<String> tree() throws IOException {
        try (SyncRoot root = Roots.open(host.start("looker"))) {
            return Roots.tree(root.directory());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"pid\":", "{\"pid\":0,\"generation\":\"g\"}", "\0\0\0\0", "[]"})
    void a_torn_record_stops_a_recovery_until_a_person_has_removed_it(String torn)
            throws IOException {
        lock(torn);
        assertThatThrownBy(this::recover)
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> {
                            assertThat(refusal.code()).isEqualTo(ErrorCode.LOCK_UNREADABLE);
                            assertThat(refusal.help()).contains("belay staging unlock");
                        });

        assertThat(look()).startsWith("its record is damaged");
        assertThat(tree()).contains(id.directory() + "/recovery.lock/owner.json");
        unlock();

        assertThat(tree())
                .contains(id.directory() + "/payload/source/a")
                .doesNotContain(id.directory() + "/recovery.lock");
        assertThat(outside.register)
                .extracting(AuditEvent::event)
                .containsExactly("staging.unlock");
        recover();
        assertThat(tree()).hasSize(4);
    }

    @Test
    void a_lock_that_was_taken_in_another_container_goes_on_a_persons_word() throws IOException {
        host = Copies.host();
        id = Copies.sealed(host.start("maker", "4026539999")).id();
        host = host.afterKill();
        lock(OF_NOBODY);

        assertThat(look()).contains("process 99999, which cannot be judged from here");
        unlock();

        assertThat(tree()).doesNotContain(id.directory() + "/recovery.lock");
    }

    @Test
    void a_lock_of_the_living_is_never_removed() throws IOException {
        lock(OF_NOBODY.replace("99999", "" + host.start("node").pid()));

        assertThatThrownBy(this::look).hasMessageContaining("is alive");
        assertThatThrownBy(this::unlock).hasMessageContaining("is alive");

        assertThat(tree()).contains(id.directory() + "/recovery.lock/owner.json");
        assertThat(outside.register).isEmpty();
    }

    @Test
    void where_nobody_has_locked_nothing_is_told_and_nothing_audited() throws IOException {
        assertThat(look()).isEmpty();
        assertThat(unlock()).isEmpty();

        assertThat(outside.register).isEmpty();
        assertThat(tree()).doesNotContain(id.directory() + "/recovery.lock");
    }

    @Test
    void no_lock_goes_that_cannot_be_written_down() throws IOException {
        lock("torn");
        Register full =
                _ -> {
                    throw new IOException("the log is full");
                };

        assertThatThrownBy(() -> operator(full, unlock -> unlock.unlock(id)))
                .hasMessageContaining("the log is full");

        assertThat(tree()).contains(id.directory() + "/recovery.lock/owner.json");
    }
}
