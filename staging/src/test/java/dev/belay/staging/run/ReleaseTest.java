package dev.belay.staging.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.discovery.Owners;
import dev.belay.staging.life.ClaimsWord;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReleaseTest {
    private final List<AuditEvent> register = new ArrayList<>();
    private final List<String> kept = new ArrayList<>();
    private SimHost host;
    private StagingId id;

    @BeforeEach
    void make_a_copy_that_is_left_in_use() throws IOException {
        host = Roots.host();
        id = admitted(host.start("maker")).id();
        host = host.afterKill();
    }

    private static Staging admitted(SimProcess maker) throws IOException {
        Staging staging = Creation.create(Roots.open(maker), Roots.REPOSITORY);
        Roots.fill(staging.payload());
        staging.prepared(Roots.manifest(), Durability.DURABLE, Roots.WITNESS, null);
        staging.admitted(new ClaimsWord.NotGiven(), List.of());
        return staging;
    }

    private void settle() throws IOException {
        SimProcess process = host.start("settler");
        try (SyncRoot root = Roots.open(process)) {
            Owners owners = new Owners(process.world(), Set.of());
            new Settlement(root, owners, process.occupancy()).settle(id);
        }
    }

    private Release.Outcome release(String... outputs) throws IOException {
        SimProcess process = host.start("releaser");
        try (SyncRoot root = Roots.open(process)) {
            Owners owners = new Owners(process.world(), Set.of());
            Release.Tools tools =
                    new Release.Tools(
                            (source, _) -> keep(source), process.occupancy(), register::add);
            return new Release(root, owners, tools).release(id, List.of(outputs));
        }
    }

    private ArtifactEvidence keep(Directory source) throws IOException {
        kept.addAll(Roots.tree(source));
        return new ArtifactEvidence(true, DirectoryIdentity.of(source), List.of(), null);
    }

    private static void assertKept(String found, ThrowingCallable step) {
        Refusal refusal = catchThrowableOfType(Refusal.class, step);
        assertThat(refusal.code()).isEqualTo(ErrorCode.STAGING_KEPT);
        assertThat(refusal.found()).contains(found);
    }

    private State state() throws IOException {
        Receipt receipt = Roots.receipts(Roots.open(host.start("reader")).directory()).get(id);
        return Optional.ofNullable(receipt).orElseThrow().progress().state();
    }

    private List<String> tree() throws IOException {
        return Roots.tree(Roots.open(host.start("looker")).directory());
    }

    @Test
    void a_copy_in_use_is_settled_then_its_outputs_come_back_and_it_goes() throws IOException {
        settle();
        settle();
        assertThat(state()).isEqualTo(State.SETTLED);

        Release.Outcome outcome = release("a", "never");

        assertThat(kept).contains(".crabbox/captures/a");
        assertThat(outcome.missing()).containsExactly("never");
        assertThat(register).extracting(AuditEvent::event).containsExactly("staging.release");
        assertThat(tree()).noneMatch(path -> path.contains(id.value()));
    }

    @Test
    void what_was_not_settled_or_is_held_stays_where_it_is() throws IOException {
        List<String> before = tree();
        assertKept("counts as in use", this::release);
        assertThat(tree()).isEqualTo(before);

        SimProcess maker = host.start("another");
        Staging held = admitted(maker);
        held.settled(List.of());
        held.hold(Hold.CLAIMS);
        id = held.id();
        host = host.afterKill();
        assertKept("claimed by a lease", this::release);

        assertThat(register).isEmpty();
        assertThat(tree()).hasSize(before.size() * 2 - 4);
    }

    @Test
    void a_copy_that_a_process_uses_is_neither_settled_nor_released() throws IOException {
        Path top = Roots.PATH.resolve(id.directory()).resolve("payload/source");
        SimProcess user = host.start("user");
        try (Directory opened = user.world().disk().open(top, "")) {
            assertKept("is in use: process " + user.pid(), this::settle);
            assertThat(opened.status().inode()).isPositive();
        }
        settle();
        try (Directory opened = user.world().disk().open(top, "")) {
            assertKept("is in use: process " + user.pid(), this::release);
            assertThat(opened.status().inode()).isPositive();
        }

        release();
    }

    @Test
    void a_copy_whose_maker_is_alive_is_its_makers() throws IOException {
        id = admitted(host.start("living")).id();

        assertKept("in the hands of its maker", this::settle);
        assertKept("in the hands of its maker", this::release);
        assertThat(state()).isEqualTo(State.ADMITTED);
    }

    @Test
    void outputs_that_are_no_paths_are_refused_before_anything_is_taken() throws IOException {
        settle();
        List<String> before = tree();

        Refusal refusal = catchThrowableOfType(Refusal.class, () -> release("a", "../a"));

        assertThat(refusal.code()).isEqualTo(ErrorCode.USAGE);
        assertThat(tree()).isEqualTo(before);
    }

    @Test
    void where_nobody_was_ever_let_in_another_way_out_is_told() throws IOException {
        SimProcess maker = host.start("cut off");
        id = Creation.create(Roots.open(maker), Roots.REPOSITORY).id();
        host = host.afterKill();

        for (ThrowingCallable step : List.<ThrowingCallable>of(this::settle, this::release)) {
            Refusal refusal = catchThrowableOfType(Refusal.class, step);
            assertThat(refusal.code()).isEqualTo(ErrorCode.STAGING_KEPT);
            assertThat(refusal.found()).contains("never sealed");
            assertThat(refusal.help()).contains("discard");
        }
    }
}
