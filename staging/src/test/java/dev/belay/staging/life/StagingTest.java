package dev.belay.staging.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.Progress;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.SideRecord;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StagingTest {
    private static final ClaimNamespace CLAIMS =
            new ClaimNamespace(
                    "linux",
                    "/stagings",
                    "/state/claims",
                    new ClaimNamespace.Anchor("/state", new DirectoryIdentity("1", "7")));

    private SyncRoot root;
    private Staging staging;

    @BeforeEach
    void create() throws IOException {
        root = Roots.open(Roots.host().start("maker"));
        staging = Creation.create(root, Roots.REPOSITORY);
    }

    private void prepare() throws IOException {
        Roots.fill(staging.payload());
        staging.prepared(Roots.manifest(), Durability.DURABLE, Roots.WITNESS, CLAIMS);
    }

    private Receipt written() throws IOException {
        return Optional.ofNullable(Roots.receipts(root.directory()).get(staging.id()))
                .orElseThrow();
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable step) {
        assertThatThrownBy(step)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
    }

    @Test
    void s13_a_staging_that_cannot_be_recorded_is_used_all_the_same_and_goes() throws IOException {
        Staging unrecorded = Creation.createUnrecorded(root, Roots.REPOSITORY);
        Roots.fill(unrecorded.payload());
        unrecorded.prepared(Roots.manifest(), Durability.DURABLE, Roots.WITNESS, CLAIMS);
        unrecorded.admitted(new ClaimsWord.NotGiven(), List.of());
        assertRefused(ErrorCode.STAGING_KEPT, unrecorded::dispose);
        unrecorded.settled(List.of());
        unrecorded.preserved(Roots.noOutputs());

        try (Directory directory = root.directory().openDirectory(unrecorded.id().directory())) {
            assertThat(Roots.tree(directory))
                    .containsExactly("payload", "payload/source", "payload/source/a");
        }
        assertThat(Roots.tree(root.directory()))
                .contains(".belay/" + SideRecord.fileName(unrecorded.id()));

        unrecorded.dispose();

        assertThat(Roots.tree(root.directory()))
                .noneMatch(path -> path.contains(unrecorded.id().value()));
    }

    @Test
    void a_side_record_without_a_staging_goes_after_a_day() throws IOException {
        SimHost host = Roots.host();
        SimProcess process = host.start("maker");
        SyncRoot other = Roots.open(process);
        StagingId kept = Creation.create(other, Roots.REPOSITORY).id();
        StagingId gone = Creation.create(other, Roots.REPOSITORY).id();
        try (Directory top = process.world().disk().open(Roots.PATH, "")) {
            top.rename(gone.directory(), top, "elsewhere");
        }
        other.removeOldTemporaries();
        assertThat(Roots.tree(other.directory())).contains(".belay/" + SideRecord.fileName(gone));

        host.clock().advance(Duration.ofHours(25));
        other.removeOldTemporaries();

        assertThat(Roots.tree(other.directory()))
                .contains(".belay/" + SideRecord.fileName(kept))
                .doesNotContain(".belay/" + SideRecord.fileName(gone));
    }

    @Test
    void a_staging_goes_from_its_making_to_its_end() throws IOException {
        assertThat(written().progress()).isEqualTo(new Progress(Users.NONE, State.PREPARING, null));
        prepare();
        assertThat(written().evidence().knownManifest()).isPresent();
        staging.admitted(new ClaimsWord.NotGiven(), List.of("cbx_1"));
        staging.settled(List.of());
        assertThat(written().evidence().leases()).containsExactly("cbx_1");
        staging.preserved(Roots.noOutputs());
        assertThat(written()).isEqualTo(staging.receipt());
        assertThat(written().isDurable()).isTrue();
        assertThat(written().progress())
                .isEqualTo(new Progress(Users.SETTLED, State.PRESERVED, null));

        staging.dispose();
        staging.dispose();

        assertThat(Roots.tree(root.directory()))
                .containsExactly(".belay", ".belay/proving", ".belay/removing", ".belay/tmp");
    }

    @Test
    void s04_no_temporary_is_ever_beside_a_receipt() throws IOException {
        prepare();

        try (Directory own = root.directory().openDirectory(staging.id().directory())) {
            assertThat(Roots.names(own))
                    .containsExactly("manifest.json", "payload", "staging.json");
        }
    }

    @Test
    void s11_a_step_out_of_order_is_refused_and_changes_nothing() throws IOException {
        Receipt before = written();

        assertRefused(ErrorCode.STAGING_OUT_OF_ORDER, () -> staging.settled(List.of()));
        assertRefused(ErrorCode.STAGING_OUT_OF_ORDER, () -> staging.preserved(Roots.noOutputs()));

        assertThat(written()).isEqualTo(before);
    }

    @Test
    void s11_more_leases_than_a_receipt_may_name_are_kept_beside_it() throws IOException {
        prepare();
        List<String> leases = IntStream.range(0, 17).mapToObj(i -> "cbx_" + i).toList();

        staging.admitted(new ClaimsWord.NotGiven(), leases);

        assertThat(written().evidence().leases()).isEqualTo(leases.subList(0, 16));
        assertThat(written().progress().holding()).contains(Hold.CLAIMS);
        assertThat(Roots.tree(root.directory())).contains(".belay/" + staging.id() + ".json");
    }

    @Test
    void s12_claims_that_are_not_given_stay_known() throws IOException {
        prepare();

        staging.admitted(new ClaimsWord.NotGiven(), List.of());

        assertThat(written().evidence().knownClaims()).contains(CLAIMS);
    }

    @Test
    void s12_claims_that_are_unknown_vouch_for_nothing() throws IOException {
        prepare();

        staging.admitted(new ClaimsWord.Unknown(), List.of());

        assertThat(written().evidence().knownClaims()).isEmpty();
    }

    @Test
    void a_staging_in_use_or_held_is_not_disposed_of() throws IOException {
        prepare();
        staging.admitted(new ClaimsWord.NotGiven(), List.of());
        assertRefused(ErrorCode.STAGING_KEPT, staging::dispose);
        staging.settled(List.of());
        assertRefused(ErrorCode.STAGING_KEPT, staging::dispose);
        staging.preserved(Roots.noOutputs());
        staging.hold(Hold.WRITERS);
        staging.hold(Hold.CLAIMS);
        assertRefused(ErrorCode.STAGING_KEPT, staging::dispose);

        assertThat(written().progress().holding()).contains(Hold.WRITERS);
    }

    @Test
    void a_directory_in_its_place_is_neither_written_to_nor_removed() throws IOException {
        Directory directory = root.directory();
        String name = staging.id().directory();
        directory.rename(name, directory, "moved");
        directory.makeDirectory(name, 0700);

        assertRefused(ErrorCode.STATE_CHANGED, this::prepare);
        assertRefused(ErrorCode.STATE_CHANGED, staging::dispose);

        assertThat(Roots.names(directory)).contains(name, "moved");
    }

    @Test
    void a_payload_in_the_place_of_another_is_not_removed() throws IOException {
        try (Directory own = root.directory().openDirectory(staging.id().directory())) {
            own.rename("payload", own, "other");
            own.makeDirectory("payload", 0700);
        }

        assertRefused(ErrorCode.STATE_CHANGED, staging::dispose);

        assertThat(written()).isNotNull();
    }

    @Test
    void s30_a_copy_that_a_power_cut_may_take_is_never_said_to_be_durable_again()
            throws IOException {
        Roots.fill(staging.payload());

        staging.prepared(Roots.manifest(), Durability.UNAVAILABLE, Roots.WITNESS, CLAIMS);
        staging.admitted(new ClaimsWord.NotGiven(), List.of());

        assertThat(written().isDurable()).isFalse();
    }

    @Test
    void s04_what_a_killed_writer_left_is_removed_after_a_day() throws IOException {
        SimProcess maker = Roots.host().start("maker");
        SyncRoot other = Roots.open(maker);
        other.temporaries().makeDirectory("staging", 0700);
        Roots.fill(other.temporaries());
        maker.host().clock().advance(Duration.ofHours(23));
        other.removeOldTemporaries();
        assertThat(Roots.names(other.temporaries())).hasSize(2);

        maker.host().clock().advance(Duration.ofHours(2));
        other.removeOldTemporaries();

        assertThat(Roots.names(other.temporaries())).isEmpty();
    }

    @Test
    void s08_a_full_disk_does_not_keep_a_staging_from_going() throws IOException {
        int before = Scarce.prepare(Integer.MAX_VALUE).calls();
        int call = before;
        boolean hasFailed = true;
        while (hasFailed) {
            Scarce scarce = Scarce.prepare(++call);
            scarce.staging().dispose();

            assertThat(Roots.receipts(scarce.root().directory())).isEmpty();
            hasFailed = scarce.disk().hasFailed();
        }

        assertThat(call).isGreaterThan(before + 3);
    }

    /// A prepared staging on a disk that is full for one call.
    private record Scarce(FaultyDisk disk, SyncRoot root, Staging staging, int calls) {
        static Scarce prepare(int call) throws IOException {
            SimProcess maker = Roots.host().start("maker");
            FaultyDisk disk = FaultyDisk.failingOnce(maker.world().disk(), Fault.ENOSPC, call);
            maker.wrapDisk(_ -> disk);
            SyncRoot root = Roots.open(maker);
            Staging staging = Creation.create(root, Roots.REPOSITORY);
            Roots.fill(staging.payload());
            staging.prepared(Roots.manifest(), Durability.DURABLE, Roots.WITNESS, CLAIMS);
            return new Scarce(disk, root, staging, disk.calls());
        }
    }
}
