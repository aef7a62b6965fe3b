package dev.belay.staging.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.custody.Demand;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecoveryTest {
    private static final String UUID = "0b54aa2e-1f9c-4c0e-8a65-0d5f7a1c9e11";

    private final Copies.Outside outside = new Copies.Outside();
    private SimHost host;

    @BeforeEach
    void start() throws IOException {
        host = Copies.host();
    }

    /// Ends the maker.
    private SimProcess later() {
        host = host.afterKill();
        return host.start("later");
    }

    private Recovery.Outcome recover(SimProcess process, StagingId id, Demand demand)
            throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            return Copies.recovery(process, root, outside).recover(id, demand);
        }
    }

    private Recovery.Outcome recover(StagingId id) throws IOException {
        return recover(later(), id, Demand.NONE);
    }

    /// A refusal that names this, after which the copy is in its place without a lock.
    private void assertKept(StagingId id, Demand demand, String what) throws IOException {
        assertThatThrownBy(() -> recover(later(), id, demand))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(what);
        SimProcess looker = host.start("looker");
        try (SyncRoot root = Roots.open(looker)) {
            assertThat(Roots.tree(root.directory()))
                    .contains(
                            id.directory() + "/staging.json", id.directory() + "/payload/source/a")
                    .noneMatch(path -> path.contains("recovery.lock"));
            assertThat(Roots.names(root.proving())).isEmpty();
        }
        assertThat(outside.register).isEmpty();
    }

    private void assertGone() throws IOException {
        try (SyncRoot root = Roots.open(host.start("looker"))) {
            assertThat(Roots.tree(root.directory()))
                    .containsExactlyInAnyOrder(
                            ".belay", ".belay/proving", ".belay/removing", ".belay/tmp");
        }
    }

    private Directory source(SimProcess process, StagingId id) throws IOException {
        try (SyncRoot root = Roots.open(process);
                Directory staging = root.directory().openDirectory(id.directory());
                Directory payload = staging.openDirectory("payload")) {
            return payload.openDirectory("source");
        }
    }

    private Directory staging(SimProcess process, StagingId id) throws IOException {
        try (SyncRoot root = Roots.open(process)) {
            return root.directory().openDirectory(id.directory());
        }
    }

    private Receipt receipt(StagingId id) throws IOException {
        try (SyncRoot root = Roots.open(host.start("looker"))) {
            return Optional.ofNullable(Roots.receipts(root.directory()).get(id)).orElseThrow();
        }
    }

    @Test
    void a_copy_of_which_everything_is_proved_goes_and_that_is_written_down() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();

        Recovery.Outcome outcome = recover(id);

        assertThat(outcome.isRemoved()).isTrue();
        assertThat(outcome.grounds())
                .contains("its source is in refs/heads/main at " + "0".repeat(40));
        assertThat(outside.register)
                .extracting(AuditEvent::event, AuditEvent::subject)
                .containsExactly(tuple("staging.recover", id.value()));
        assertGone();
    }

    @Test
    void a_rehearsal_proves_the_same_and_leaves_everything() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        SimProcess process = later();

        try (SyncRoot root = Roots.open(process)) {
            List<String> before = Roots.tree(root.directory());
            Recovery.Outcome outcome = Copies.recovery(process, root, outside).rehearse(id);

            assertThat(outcome.isRemoved()).isFalse();
            assertThat(outcome.grounds()).hasSize(4);
            assertThat(Roots.tree(root.directory())).isEqualTo(before);
        }
        assertThat(outside.register).isEmpty();
    }

    @Test
    void a_copy_whose_owner_lives_is_left_alone() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();

        assertThatThrownBy(() -> recover(host.start("later"), id, Demand.RECOVER))
                .hasMessageContaining("its owner is alive");
    }

    @Test
    void what_is_changed_more_or_unknown_keeps_the_copy() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        SimProcess hand = later();
        try (Directory source = source(hand, id)) {
            Copies.write(source, "a", "tex!");
            assertKept(id, Demand.RECOVER, "payload/source/a: has other content");
        }
        try (Directory source = source(host.start("hand"), id)) {
            Copies.write(source, "a", "text");
            Copies.write(source, "results", "three hours");
        }
        assertKept(id, Demand.RECOVER, "payload/source/results: is not in its manifest");
        try (Directory source = source(host.start("hand"), id)) {
            source.unlink("results");
        }
        try (Directory staging = staging(host.start("hand"), id)) {
            Copies.write(staging, "notes", "mine");
        }
        assertKept(id, Demand.RECOVER, "notes: is unknown");
    }

    @Test
    void a_manifest_that_was_swapped_keeps_the_copy() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        try (Directory staging = staging(later(), id)) {
            Copies.write(staging, "manifest.json", "{\"source\":{\"files\":[],\"deleted\":[]}}");
        }

        assertKept(id, Demand.RECOVER, "manifest.json: is not the one that its receipt names");
    }

    @Test
    void a_witness_that_is_lost_or_moves_meanwhile_keeps_the_copy() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        outside.isRefLost = true;
        assertKept(id, Demand.RECOVER, "refs/heads/main");
        outside.isRefLost = false;
        outside.isRefMoved = true;

        assertThatThrownBy(() -> recover(id)).hasMessageContaining("refs/heads/main");

        // A line without a release says that one was intended.
        assertThat(outside.register).hasSize(1);
        outside.register.clear();
        outside.isRefMoved = false;
        outside.isRefLost = true;
        assertKept(id, Demand.RECOVER, "refs/heads/main");
    }

    @Test
    void a_claim_holds_the_copy_until_a_person_asks_again() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        outside.leases.add("cbx_0123456789ab");

        assertKept(id, Demand.NONE, "cbx_0123456789ab");

        assertThat(receipt(id).progress().hold()).isEqualTo(Hold.CLAIMS);
        assertThat(receipt(id).evidence().leases()).containsExactly("cbx_0123456789ab");
        outside.leases.clear();
        assertKept(id, Demand.NONE, "a lease may refer to it");
        recover(later(), id, Demand.RECOVER);
        assertGone();
    }

    @Test
    void a_claim_that_comes_while_the_witness_is_asked_holds_the_copy() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        outside.meanwhile = () -> outside.leases.add("cbx_0123456789ab");

        assertKept(id, Demand.NONE, "cbx_0123456789ab");
    }

    @Test
    void what_changes_while_the_witness_is_asked_keeps_the_copy() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        outside.meanwhile =
                () -> {
                    try (Directory source = source(host.start("hand"), id)) {
                        Copies.write(source, "a", "late");
                    }
                };
        assertKept(id, Demand.NONE, "payload/source/a: has other content");
        outside.meanwhile =
                () -> {
                    try (Directory staging = staging(host.start("hand"), id)) {
                        String receipt = Copies.read(staging, "staging.json");
                        Copies.write(staging, "staging.json", receipt + " ");
                        Copies.write(
                                staging,
                                "staging.json",
                                receipt.replace("\"users\":\"none\"", "\"users\":\"admitted\""));
                    }
                };
        try (Directory source = source(host.start("hand"), id)) {
            Copies.write(source, "a", "text");
        }

        assertKept(id, Demand.NONE, "it changes while it is looked at");
    }

    @Test
    void s20_a_listing_that_fails_leaves_nothing_behind() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        outside.isToolBroken = true;

        assertKept(id, Demand.NONE, "does not answer");

        assertThat(receipt(id).progress().hold()).isNull();
        outside.isToolBroken = false;
        recover(id);
        assertGone();
    }

    @Test
    void s09_a_process_that_has_something_of_it_open_keeps_the_copy() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        SimProcess process = later();
        SimProcess writer = host.start("writer");
        Directory source = source(writer, id);
        OpenFile open = source.open("a", 0, OpenOption.READ, OpenOption.WRITE);

        assertThatThrownBy(() -> recover(process, id, Demand.RECOVER))
                .hasMessageContaining("process " + writer.pid());

        assertThat(open.write("results!".getBytes(UTF_8), 0, 8, 0)).isEqualTo(8);
        open.close();
        source.close();
        assertKept(id, Demand.RECOVER, "source/a: has other content");
    }

    @Test
    void s04_temporary_files_of_a_killed_node_program_are_known_and_go() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        try (Directory staging = staging(later(), id)) {
            Copies.write(staging, ".staging.json." + UUID, "{\"ver");
            Copies.write(staging, ".manifest.json." + UUID, "");
            Copies.write(staging, ".artifacts-" + "0".repeat(64) + ".json." + UUID, "{");
            Copies.write(staging, ".notes." + UUID, "mine");
        }
        assertKept(id, Demand.RECOVER, ".notes." + UUID);
        try (Directory staging = staging(host.start("hand"), id)) {
            staging.unlink(".notes." + UUID);
        }

        recover(id);

        assertGone();
    }

    @Test
    void s22_a_read_only_directory_does_not_keep_the_copy() throws IOException {
        StagingId id = Copies.sealed(host.start("maker")).id();
        SimProcess hand = later();
        try (Directory staging = staging(hand, id);
                Directory payload = staging.openDirectory("payload")) {
            payload.changePermissions("source", 0500);
        }

        recover(id);

        assertGone();
    }

    @Test
    void outputs_must_be_in_safety_on_both_sides() throws IOException {
        SimProcess maker = host.start("maker");
        Staging made = Copies.settled(maker, "log");
        StagingId id = made.id();
        try (Directory source = made.payload().openDirectory("source")) {
            made.preserved(Copies.keep(maker, source));
        }
        SimProcess hand = later();
        Directory kept =
                hand.world()
                        .disk()
                        .open(
                                Copies.REPOSITORY.resolve(
                                        ".crabbox/wrapper-artifacts/run-abcdef/runs"),
                                "kept");
        Copies.write(kept, "log", "output of lag");
        assertKept(id, Demand.NONE, "runs/log: has other content than was brought back");
        Copies.write(hand2(kept), "log", "output of log");
        try (Directory source = source(host.start("hand"), id);
                Directory crabbox = source.openDirectory(".crabbox");
                Directory runs = crabbox.openDirectory("runs")) {
            Copies.write(runs, "late", "results");
            assertKept(id, Demand.NONE, "late: is not among the outputs");
        }
        try (Directory source = source(host.start("hand"), id);
                Directory crabbox = source.openDirectory(".crabbox");
                Directory runs = crabbox.openDirectory("runs")) {
            runs.unlink("late");
        }

        assertThat(recover(id).grounds()).contains("its outputs are in run-abcdef: 2 entries");
    }

    /// The same directory, opened by a process that lives.
    private Directory hand2(Directory kept) throws IOException {
        kept.close();
        return host.start("hand")
                .world()
                .disk()
                .open(
                        Copies.REPOSITORY.resolve(".crabbox/wrapper-artifacts/run-abcdef/runs"),
                        "kept");
    }

    @Test
    void outputs_that_no_run_brought_back_are_brought_back_on_a_persons_word() throws IOException {
        StagingId id = Copies.settled(host.start("maker"), "log").id();
        assertKept(id, Demand.NONE, "its outputs are not in safety");

        recover(later(), id, Demand.RECOVER);

        assertGone();
        try (Directory kept =
                host.disk()
                        .open(
                                Copies.REPOSITORY.resolve(
                                        ".crabbox/wrapper-artifacts/run-abcdef/runs"),
                                "")) {
            assertThat(Roots.names(kept)).containsExactly("log");
        }
    }

    @Test
    void preserving_is_kept_when_the_rest_of_a_recovery_fails() throws IOException {
        StagingId id = Copies.settled(host.start("maker"), "log").id();
        outside.isRefLost = true;

        assertKept(id, Demand.RECOVER, "refs/heads/main");

        assertThat(receipt(id).progress().state()).isEqualTo(State.PRESERVED);
    }

    @Test
    void a_copy_that_is_not_there_is_named() {
        assertThatThrownBy(() -> recover(new StagingId(UUID)))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal ->
                                assertThat(refusal.code()).isEqualTo(ErrorCode.STAGING_NOT_FOUND));
    }
}
