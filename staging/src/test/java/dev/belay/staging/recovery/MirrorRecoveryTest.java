package dev.belay.staging.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.life.ClaimsWord;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.mirror.Limits;
import dev.belay.staging.mirror.Mirrors;
import dev.belay.staging.mirror.Retention;
import dev.belay.staging.mirror.Slot;
import dev.belay.staging.mirror.Slots;
import dev.belay.staging.mirror.Taken;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.Origin;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Mirrors that their owners handed over, or left.
class MirrorRecoveryTest {
    private static final ClaimNamespace CLAIMS =
            new ClaimNamespace(
                    "linux",
                    "/stagings",
                    "/state/claims",
                    new ClaimNamespace.Anchor("/state", new DirectoryIdentity("1", "9")));

    private final Copies.Outside outside = new Copies.Outside();
    private SimHost host;
    private SimProcess process;
    private SyncRoot root;

    @BeforeEach
    void start() throws IOException {
        host = Copies.host();
        process = host.start("run");
        root = Roots.open(process);
    }

    private void killAll() throws IOException {
        host = host.afterKill();
        process = host.start("later");
        root = Roots.open(process);
    }

    /// A sealed mirror, in the hands of a run.
    private Taken sealed() throws IOException {
        Retention retention =
                new Retention(
                        root,
                        Copies.owners(process),
                        new Limits(Long.MAX_VALUE, Duration.ofDays(1)),
                        _ -> {});
        DirectoryIdentity identity;
        try (Directory repository = process.world().disk().open(Copies.REPOSITORY, "")) {
            identity = DirectoryIdentity.of(repository);
        }
        Taken taken =
                (Taken)
                        new Mirrors(root, Copies.owners(process), retention)
                                .take(new Origin(Copies.REPOSITORY.toString(), identity));
        taken.staging().payload().makeDirectory("source", 0700);
        try (Directory source = taken.staging().payload().openDirectory("source")) {
            Copies.write(source, "a", "text");
            source.sync();
        }
        taken.staging().payload().sync();
        taken.staging().prepared(Copies.manifest(), Durability.DURABLE, Roots.WITNESS, CLAIMS);
        host.clock().advance(Duration.ofSeconds(1));
        return taken;
    }

    private StagingId handedOver() throws IOException {
        try (Taken taken = sealed()) {
            assertThat(taken.finish().isHandedOver()).isTrue();
            return taken.staging().id();
        }
    }

    private Recovery recovery() {
        return Copies.recovery(process, root, outside);
    }

    private Refusal refused(StagingId id, Demand demand) {
        return catchThrowableOfType(Refusal.class, () -> recovery().recover(id, demand));
    }

    private void assertGone(StagingId id) throws IOException {
        assertThat(Roots.receipts(root.directory())).doesNotContainKey(id);
        assertThat(Slots.look(root.directory())).isEmpty();
    }

    @Test
    void what_was_handed_over_goes_with_its_slot_when_a_person_says_so() throws IOException {
        StagingId id = handedOver();
        assertThat(recovery().rehearse(id).isRemoved()).isFalse();
        assertThat(Roots.receipts(root.directory())).containsKey(id);

        Recovery.Outcome outcome = recovery().recover(id, Demand.RECOVER);

        assertThat(outcome.grounds().getFirst()).contains("has handed it over");
        assertThat(outside.register)
                .singleElement()
                .satisfies(it -> assertThat(it.event()).isEqualTo("staging.recover"));
        assertGone(id);
    }

    @Test
    void what_was_handed_over_is_not_called_rescued() throws IOException {
        StagingId id = handedOver();

        assertThat(refused(id, Demand.RESCUE).found()).contains("nothing is to be saved");

        assertThat(Roots.receipts(root.directory())).containsKey(id);
        assertThat(outside.register).isEmpty();
    }

    @Test
    void what_was_handed_over_goes_by_no_clean_up() throws IOException {
        StagingId id = handedOver();
        killAll();

        assertThat(new CleanUp(root, Copies.owners(process), recovery()).one()).isEmpty();
        assertThat(refused(id, Demand.NONE).found()).contains("kept warm");
        assertThat(Roots.receipts(root.directory()).get(id))
                .satisfies(receipt -> assertThat(receipt.isIdleMirror()).isTrue());
    }

    @Test
    void a_mirror_that_a_run_has_is_not_touched() throws IOException {
        try (Taken taken = sealed()) {
            StagingId id = taken.staging().id();

            assertThat(refused(id, Demand.RECOVER).code()).isEqualTo(ErrorCode.LOCK_HELD);
            assertThat(refused(id, Demand.NONE).code()).isEqualTo(ErrorCode.LOCK_HELD);
            Discard discard =
                    new Discard(root, Copies.owners(process), process.occupancy(), _ -> {});
            assertThat(catchThrowableOfType(Refusal.class, () -> discard.discard(id)).code())
                    .isEqualTo(ErrorCode.LOCK_HELD);
            assertThat(taken.finish().isHandedOver()).isTrue();
        }
    }

    @Test
    void a_mirror_that_was_left_is_recovered_by_its_proof_and_its_slot_goes() throws IOException {
        StagingId id = sealed().staging().id();
        killAll();
        try (Directory copy = root.directory().openDirectory(id.directory())) {
            Copies.write(copy, "mirror.sqlite", ""); // As in one of the Node program.
        }

        Optional<CleanUp.Attempt> attempt =
                new CleanUp(root, Copies.owners(process), recovery()).one();

        assertThat(attempt.orElseThrow().refusal()).isNull();
        assertGone(id);
    }

    @Test
    void a_copy_that_its_slot_names_no_more_is_recovered_and_the_slot_stays() throws IOException {
        Taken first = sealed();
        first.staging().admitted(new ClaimsWord.NotGiven(), List.of());
        StagingId id = first.staging().id();
        killAll();
        StagingId next = handedOver();

        Discard discard = new Discard(root, Copies.owners(process), process.occupancy(), _ -> {});
        discard.discard(id);

        assertThat(Roots.receipts(root.directory())).containsOnlyKeys(next);
        assertThat(Slots.look(root.directory()))
                .singleElement()
                .satisfies(slot -> assertThat(slot.state()).isEqualTo(Slot.State.IDLE));
    }

    @Test
    void discard_removes_what_was_handed_over_with_its_slot() throws IOException {
        StagingId id = handedOver();

        new Discard(root, Copies.owners(process), process.occupancy(), _ -> {}).discard(id);

        assertGone(id);
    }

    @Test
    void a_recovery_that_was_cut_off_is_in_no_next_runs_way() throws IOException {
        StagingId id = handedOver();
        try (Directory copy = root.directory().openDirectory(id.directory())) {
            copy.makeDirectory("recovery.lock", 0700);
        }

        try (Taken taken = warm()) {
            assertThat(taken.isWarm()).isTrue();
            assertThat(taken.staging().id()).isEqualTo(id);
        }
    }

    private Taken warm() {
        Retention retention =
                new Retention(
                        root,
                        Copies.owners(process),
                        new Limits(Long.MAX_VALUE, Duration.ofDays(1)),
                        _ -> {});
        return (Taken)
                new Mirrors(root, Copies.owners(process), retention)
                        .take(
                                new Origin(
                                        Copies.REPOSITORY.toString(),
                                        new DirectoryIdentity("1", "7")));
    }
}
