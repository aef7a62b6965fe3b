package dev.belay.staging.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.audit.AuditEvent;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.discovery.Standing;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DiscardTest {
    private final Copies.Outside outside = new Copies.Outside();
    private SimHost host;

    @BeforeEach
    void start() throws IOException {
        host = Copies.host();
    }

    private Discard.Evidence look(StagingId id) throws IOException {
        SimProcess process = host.start("operator");
        try (SyncRoot root = Roots.open(process)) {
            return discard(process, root).look(id);
        }
    }

    private void discard(StagingId id) throws IOException {
        SimProcess process = host.start("operator");
        try (SyncRoot root = Roots.open(process)) {
            discard(process, root).discard(id);
        }
    }

    private Discard discard(SimProcess process, SyncRoot root) {
        return new Discard(
                root, Copies.owners(process), process.occupancy(), outside.register::add);
    }

    private List<String> tree() throws IOException {
        try (SyncRoot root = Roots.open(host.start("looker"))) {
            return Roots.tree(root.directory());
        }
    }

    @Test
    void s05_a_copy_that_was_never_sealed_goes_with_the_evidence_shown_first() throws IOException {
        StagingId id = Creation.create(Roots.open(host.start("maker")), Roots.REPOSITORY).id();
        host = host.afterKill();
        List<String> before = tree();

        Discard.Evidence evidence = look(id);

        assertThat(evidence.standing()).isEqualTo(Standing.INCOMPLETE);
        assertThat(evidence.files()).isEqualTo(2); // The receipt, and the lock while it looks.
        assertThat(tree()).isEqualTo(before);
        discard(id);
        assertThat(tree()).hasSize(4);
        assertThat(outside.register)
                .extracting(AuditEvent::event)
                .containsExactly("staging.discard");
    }

    @Test
    void s06_a_copy_from_another_machine_can_be_discarded() throws IOException {
        StagingId id = Copies.sealed(host.start("maker", "4026539999")).id();
        host = host.afterKill();

        assertThat(look(id).standing()).isEqualTo(Standing.ELSEWHERE);
        discard(id);

        assertThat(tree()).hasSize(4);
    }

    @Test
    void a_directory_without_a_receipt_can_be_discarded_whatever_is_in_it() throws IOException {
        StagingId id = new StagingId("0b54aa2e-1f9c-4c0e-8a65-0d5f7a1c9e11");
        Path place = Roots.PATH.resolve(id.directory()).resolve("payload/deep");
        try (Directory deep = host.disk().makeDirectories(place)) {
            deep.makeDirectory("closed", 0000);
            deep.symlink("/srv/tree", "link");
        }

        assertThat(look(id).standing()).isEqualTo(Standing.UNKNOWN);
        discard(id);

        assertThat(tree()).hasSize(4);
        assertThat(host.disk().open(Copies.REPOSITORY, "").status().permissions()).isEqualTo(0700);
    }

    @Test
    void what_stands_in_the_place_of_what_is_kept_beside_a_copy_blocks_no_removal()
            throws IOException {
        StagingId id = new StagingId("0b54aa2e-1f9c-4c0e-8a65-0d5f7a1c9e11");
        host.disk().makeDirectories(Roots.PATH.resolve(id.directory())).close();
        Roots.open(host.start("first")).close();
        Path beside = Roots.PATH.resolve(".belay").resolve(id + ".json");
        host.disk().makeDirectories(beside.resolve("deep")).close();

        discard(id);

        assertThat(tree()).hasSize(4);
    }

    @Test
    void what_is_used_or_owned_by_the_living_stays() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        assertThatThrownBy(() -> discard(id)).hasMessageContaining("its owner is alive");
        host = host.afterKill();
        SimProcess user = host.start("user");
        try (SyncRoot root = Roots.open(user);
                Directory used = root.directory().openDirectory(id.directory())) {
            assertThat(used.status().links()).isPositive();

            assertThatThrownBy(() -> discard(id)).hasMessageContaining("process " + user.pid());
        }
        assertThat(tree()).contains(id.directory() + "/payload/source/a");
        assertThat(outside.register).isEmpty();
    }

    @Test
    void nothing_goes_that_cannot_be_written_down() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        host = host.afterKill();
        SimProcess process = host.start("operator");
        try (SyncRoot root = Roots.open(process)) {
            Discard unable =
                    new Discard(
                            root,
                            Copies.owners(process),
                            process.occupancy(),
                            release -> {
                                throw new IOException("the log is full");
                            });

            assertThatThrownBy(() -> unable.discard(id)).hasMessageContaining("the log is full");
        }

        assertThat(Set.copyOf(tree()))
                .contains(id.directory() + "/payload/source/a")
                .doesNotContain(id.directory() + "/recovery.lock");
    }
}
