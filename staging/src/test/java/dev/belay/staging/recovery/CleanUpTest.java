package dev.belay.staging.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.discovery.Cursor;
import dev.belay.staging.discovery.Position;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CleanUpTest {
    private final Copies.Outside outside = new Copies.Outside();
    private SimHost host;
    private List<StagingId> copies;

    @BeforeEach
    void leave_three_copies() throws IOException {
        host = Copies.host();
        SimProcess maker = host.start("maker");
        copies =
                Stream.of(Copies.sealed(maker), Copies.sealed(maker), Copies.sealed(maker))
                        .map(staging -> staging.id())
                        .sorted(Comparator.comparing(StagingId::value))
                        .toList();
        host = host.afterKill();
    }

    private Optional<CleanUp.Attempt> one() throws IOException {
        SimProcess process = host.start("run");
        try (SyncRoot root = Roots.open(process)) {
            return new CleanUp(
                            root, Copies.owners(process), Copies.recovery(process, root, outside))
                    .one();
        }
    }

    private StagingId removed() throws IOException {
        CleanUp.Attempt attempt = one().orElseThrow();
        assertThat(attempt.refusal()).isNull();
        assertThat(attempt.isRemoved()).isTrue();
        return attempt.id();
    }

    @Test
    void s29_each_run_removes_one_and_the_next_goes_on_behind_it() throws IOException {
        assertThat(List.of(removed(), removed(), removed())).isEqualTo(copies);
        assertThat(one()).isEmpty();
    }

    @Test
    void s16_a_run_goes_on_where_the_last_one_removed_what_the_position_names() throws IOException {
        removed();
        try (SyncRoot root = Roots.open(host.start("looker"))) {
            assertThat(Position.read(root)).contains(copies.get(0).directory());
        }

        assertThat(removed()).isEqualTo(copies.get(1));
    }

    @Test
    void a_copy_that_is_kept_does_not_stand_before_the_others() throws IOException {
        SimProcess hand = host.start("hand");
        try (SyncRoot root = Roots.open(hand);
                Directory first = root.directory().openDirectory(copies.get(0).directory());
                Directory payload = first.openDirectory("payload")) {
            Copies.write(payload, "more", "");
        }

        CleanUp.Attempt attempt = one().orElseThrow();

        assertThat(attempt.id()).isEqualTo(copies.get(0));
        assertThat(attempt.refusal()).hasMessageContaining("payload/more");
        assertThat(removed()).isEqualTo(copies.get(1));
    }

    @Test
    void what_a_recovery_was_cut_off_looking_at_comes_first() throws IOException {
        try (SyncRoot root = Roots.open(host.start("dead"))) {
            root.moveAway(copies.get(2));
        }

        assertThat(removed()).isEqualTo(copies.get(2));
    }

    @Test
    void a_position_that_is_damaged_is_left_and_keeps_nobody_from_cleaning_up() throws IOException {
        try (Directory cursor = host.disk().makeDirectories(Roots.PATH.resolve(Cursor.DIRECTORY))) {
            Copies.write(cursor, Cursor.FILE, "{");
        }

        assertThat(removed()).isEqualTo(copies.get(0));

        try (Directory cursor = host.disk().open(Roots.PATH.resolve(Cursor.DIRECTORY), "")) {
            assertThat(Copies.read(cursor, Cursor.FILE)).isEqualTo("{");
        }
    }

    @Test
    void a_copy_that_was_never_sealed_is_no_candidate() throws IOException {
        SimProcess maker = host.start("maker");
        Creation.create(Roots.open(maker), Roots.REPOSITORY);
        host = host.afterKill();

        removed();
        removed();
        removed();

        assertThat(one()).isEmpty();
    }
}
