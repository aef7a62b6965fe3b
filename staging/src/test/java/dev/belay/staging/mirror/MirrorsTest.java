package dev.belay.staging.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.Refusal;
import dev.belay.core.file.Durability;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.life.ClaimsWord;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.Progress.Hold;
import dev.belay.staging.receipt.Progress.State;
import dev.belay.staging.receipt.Progress.Users;
import dev.belay.staging.receipt.Receipt;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MirrorsTest {
    private static final String PATH = Runs.REPOSITORY.toString();

    private SimHost host;
    private SimProcess process;
    private SyncRoot root;

    @BeforeEach
    void start() throws IOException {
        host = Runs.host();
        host.clock().advance(Duration.ofNanos(1)); // More than a receipt tells of a time.
        process = host.start("run");
        root = Roots.open(process);
    }

    /// The machine after all its processes were killed.
    private void killAll() throws IOException {
        host = host.afterKill();
        process = host.start("run");
        root = Roots.open(process);
    }

    private Slot slot() throws IOException {
        List<Slot> slots = Slots.look(root.directory());
        assertThat(slots).hasSize(1);
        return slots.getFirst();
    }

    private Map<StagingId, Receipt> receipts() throws IOException {
        return Roots.receipts(root.directory());
    }

    private Directory mirrors() throws IOException {
        return root.directory().openDirectory("mirrors");
    }

    @Test
    void the_next_run_of_a_repository_finds_its_mirror_warm() throws IOException {
        try (Taken first = Runs.taken(process, root)) {
            assertThat(first.isWarm()).isFalse();
            assertThat(first.left()).isEmpty();
            Runs.fill(first);
            Runs.use(first);
            assertThat(first.finish().isHandedOver()).isTrue();
        }
        assertThat(slot().state()).isEqualTo(Slot.State.IDLE);
        assertThat(slot().isOfBelay()).isTrue();

        assertThat(Runs.run(host.start("second"))).isTrue();
        assertThat(receipts()).hasSize(1);
    }

    @Test
    void a_mirror_that_is_taken_over_knows_nothing_of_its_last_run() throws IOException {
        Runs.run(process);
        SimProcess second = host.start("second");

        try (SyncRoot its = Roots.open(second);
                Taken taken = Runs.taken(second, its)) {
            Receipt receipt = taken.staging().receipt();
            assertThat(receipts().get(taken.staging().id())).isEqualTo(receipt);
            assertThat(receipt.owner().pid()).isEqualTo(second.pid());
            assertThat(receipt.progress().users()).isEqualTo(Users.NONE);
            assertThat(receipt.progress().state()).isEqualTo(State.PREPARING);
            assertThat(receipt.evidence().knownManifest()).isEmpty();
            assertThat(receipt.evidence().knownWitness()).isEmpty();
            assertThat(receipt.evidence().knownArtifacts()).isEmpty();
            assertThat(receipt.isIdleMirror()).isFalse();
            try (Directory copy = its.directory().openDirectory(receipt.id().directory())) {
                assertThat(Roots.names(copy))
                        .containsExactly("manifest.json", "payload", "staging.json");
            }
            Runs.fill(taken);
            assertThat(taken.finish().isHandedOver()).isTrue();
        }
    }

    @Test
    void each_repository_has_a_mirror_of_its_own() throws IOException {
        Runs.run(process, PATH);

        assertThat(Runs.run(process, "/srv/other")).isFalse();
        assertThat(Runs.run(process, PATH)).isTrue();
        assertThat(Slots.look(root.directory())).hasSize(2);
    }

    @Test
    void s02_a_first_run_that_is_killed_leaves_a_slot_that_the_next_one_uses() throws IOException {
        try (Directory slots = Slots.open(root).directory()) {
            slots.makeDirectory(Slot.keyOf(PATH).hex(), 0700); // As the Node program is killed.
        }
        assertThat(slot().state()).isEqualTo(Slot.State.FREE);

        assertThat(Runs.run(process)).isFalse();
        assertThat(Runs.run(process)).isTrue();
        assertThat(receipts()).hasSize(1);
    }

    @Test
    void s03_a_run_that_was_killed_while_it_copied_leaves_nothing_behind() throws IOException {
        Taken first = Runs.taken(process, root);
        Roots.fill(first.staging().payload());
        StagingId id = first.staging().id();
        killAll();

        assertThat(Runs.run(process)).isFalse();

        assertThat(receipts()).doesNotContainKey(id).hasSize(1);
        assertThat(Runs.run(process)).isTrue();
    }

    @Test
    void a_run_that_puts_a_mirror_back_leaves_it_warm_for_the_next_one() throws IOException {
        Runs.run(process);
        StagingId id = slot().named().orElseThrow();
        try (Taken second = Runs.taken(process, root)) {
            second.putBack();
        }
        killAll();
        assertThat(slot().state()).isEqualTo(Slot.State.TAKEN);
        assertThat(Mirrors.isPutBack(root.directory(), slot())).isTrue();

        try (Taken third = Runs.taken(process, root)) {
            assertThat(third.isWarm()).isTrue();
            assertThat(third.left()).isEmpty();
            assertThat(third.staging().id()).isEqualTo(id);
            assertThat(Mirrors.isPutBack(root.directory(), slot())).isFalse();
            Runs.fill(third);
            assertThat(third.finish().isHandedOver()).isTrue();
        }
        assertThat(receipts()).hasSize(1);
    }

    @Test
    void a_mirror_is_not_put_back_once_a_command_was_let_in() throws IOException {
        try (Taken taken = Runs.taken(process, root)) {
            Runs.fill(taken);
            taken.staging().admitted(new ClaimsWord.NotGiven(), List.of());

            assertThatThrownBy(taken::putBack).hasMessageContaining("being put back");
        }
    }

    @Test
    void s03_the_copy_of_a_killed_command_is_left_to_recovery_and_the_next_is_warm_again()
            throws IOException {
        Taken first = Runs.taken(process, root);
        Runs.fill(first);
        first.staging().admitted(new ClaimsWord.NotGiven(), List.of());
        StagingId id = first.staging().id();
        killAll();

        try (Taken second = Runs.taken(process, root)) {
            assertThat(second.isWarm()).isFalse();
            assertThat(second.left()).contains(id);
            Runs.fill(second);
            assertThat(second.finish().isHandedOver()).isTrue();
        }

        assertThat(receipts()).containsKey(id).hasSize(2);
        assertThat(slot().named()).isNotEqualTo(Optional.of(id));
        assertThat(Runs.run(process)).isTrue();
    }

    @Test
    void a_copy_that_may_be_written_to_is_not_removed_with_its_slot() throws IOException {
        Taken first = Runs.taken(process, root);
        Runs.fill(first);
        first.staging().hold(Hold.WRITERS);
        StagingId id = first.staging().id();
        killAll();

        Runs.run(process);

        assertThat(receipts()).containsKey(id);
    }

    @Test
    void s19_a_mirror_that_is_given_up_says_why() throws IOException {
        try (Taken taken = Runs.taken(process, root)) {
            Runs.fill(taken);
            taken.staging().admitted(new ClaimsWord.NotGiven(), List.of());

            Taken.Outcome outcome = taken.finish();

            assertThat(outcome.isHandedOver()).isFalse();
            assertThat(outcome.why()).contains("not known to be over");
            taken.staging().hold(Hold.WRITERS);
            assertThat(taken.finish().why()).contains("may still write");
        }
        assertThat(slot().state()).isEqualTo(Slot.State.TAKEN);
    }

    @Test
    void a_mirror_that_cannot_be_durable_goes_with_its_run() throws IOException {
        try (Taken taken = Runs.taken(process, root)) {
            Roots.fill(taken.staging().payload());
            taken.staging().prepared(Roots.manifest(), Durability.UNAVAILABLE, null, null);

            Taken.Outcome outcome = taken.finish();

            assertThat(outcome.isRemoved()).isTrue();
            assertThat(outcome.why()).contains("power cut");
        }
        assertThat(receipts()).isEmpty();
    }

    @Test
    void s23_a_run_that_has_the_mirror_is_waited_for_a_little_and_then_named() throws IOException {
        SimProcess second = host.start("second");
        Duration before = host.clock().elapsed();
        try (Taken _ = Runs.taken(process, root);
                SyncRoot its = Roots.open(second)) {
            Mirrors.Answer answer = Runs.take(second, its, PATH);

            assertThat(answer).isEqualTo(new Mirrors.Unavailable("another run is using it", true));
            assertThat(host.clock().elapsed().minus(before))
                    .isBetween(Patience.WAIT_MAX, Patience.WAIT_MAX.plusSeconds(1));
        }
        assertThat(receipts()).hasSize(1);
    }

    @Test
    void s23_a_run_that_ends_meanwhile_is_not_paid_for() throws IOException {
        SimProcess second = host.start("second");
        Taken first = Runs.taken(process, root);
        Runs.fill(first);
        try (SyncRoot its = Roots.open(second)) {
            Patience patience = Patience.of(second.world());
            Slots slots = Slots.open(its);

            Slots.Answer answer =
                    patience.until(
                            () -> {
                                Slots.Answer held = slots.hold(Slot.keyOf(PATH));
                                if (held instanceof Slots.Answer.Busy) {
                                    first.finish();
                                    first.close();
                                }
                                return held;
                            },
                            HeldSlot.class::isInstance);

            assertThat(answer).isInstanceOf(HeldSlot.class);
        }
    }

    @Test
    void s25_outputs_do_not_stay_in_a_mirror_and_nothing_beside_them_gives_it_up()
            throws IOException {
        try (Taken taken = Runs.taken(process, root)) {
            Runs.fill(taken);
            try (Directory source = taken.staging().payload().openDirectory("source")) {
                source.makeDirectory(".crabbox", 0700);
                try (Directory outputs = source.openDirectory(".crabbox")) {
                    outputs.makeDirectory("runs", 0700);
                    try (Directory runs = outputs.openDirectory("runs")) {
                        Runs.write(runs, "log", "l");
                    }
                    Runs.write(outputs, "notes", "n");
                }
            }
            Runs.use(taken);

            assertThat(taken.finish().isHandedOver()).isTrue();
            assertThat(Roots.tree(taken.staging().payload()))
                    .contains("source/.crabbox/notes")
                    .doesNotContain("source/.crabbox/runs");
        }
        assertThat(Runs.run(process)).isTrue();
    }

    @Test
    void what_a_filter_held_is_handed_over_all_the_same() throws IOException {
        try (Taken taken = Runs.taken(process, root)) {
            Runs.fill(taken);
            taken.staging().hold(Hold.REGISTRATION);
            Runs.use(taken);
            assertThat(taken.finish().isHandedOver()).isTrue();
        }
        assertThat(Runs.run(process)).isTrue();
    }

    @Test
    void a_mirror_with_something_unknown_beside_it_is_left_alone() throws IOException {
        Runs.run(process);
        StagingId id = slot().named().orElseThrow();
        try (Directory copy = root.directory().openDirectory(id.directory())) {
            Runs.write(copy, "mine", "work");
        }

        try (Taken taken = Runs.taken(process, root)) {
            assertThat(taken.isWarm()).isFalse();
            assertThat(taken.left()).contains(id);
        }
        assertThat(receipts()).containsKey(id);
    }

    @Test
    void a_slot_with_something_unknown_in_it_is_not_used() throws IOException {
        Runs.run(process);
        try (Directory slots = mirrors();
                Directory slot = slots.openDirectory(Slot.keyOf(PATH).hex())) {
            Runs.write(slot, "mine", "work");
        }

        assertThat(Runs.take(process, root, PATH))
                .isInstanceOfSatisfying(
                        Mirrors.Unavailable.class,
                        it -> assertThat(it.why()).contains("not known here"));
    }

    @Test
    void a_lock_file_with_something_in_it_is_no_lock() throws IOException {
        Runs.run(process);
        try (Directory slots = mirrors();
                Directory slot = slots.openDirectory(Slot.keyOf(PATH).hex());
                OpenFile lock = slot.open("lock", 0, OpenOption.WRITE)) {
            lock.writeAll(new byte[] {1}, 0, 1, 0);
        }

        assertThat(Runs.take(process, root, PATH))
                .isInstanceOfSatisfying(
                        Mirrors.Unavailable.class,
                        it -> assertThat(it.why()).contains("has something in it"));
    }

    @Test
    void nothing_is_handed_over_once_another_slot_stands_in_its_place() throws IOException {
        try (Taken taken = Runs.taken(process, root);
                Directory slots = mirrors()) {
            Runs.fill(taken);
            slots.rename(Slot.keyOf(PATH).hex(), slots, "elsewhere");
            slots.makeDirectory(Slot.keyOf(PATH).hex(), 0700);

            assertThatThrownBy(taken::finish)
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("another slot");
        }
        assertThat(receipts().values()).noneMatch(Receipt::isIdleMirror);
    }
}
