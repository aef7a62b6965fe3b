package dev.belay.staging.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.staging.life.ClaimsWord;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.mirror.Retention.Eviction;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RetentionTest {
    private static final int GROWN = 10_000;

    private final List<AuditEvent> told = new ArrayList<>();
    private SimHost host;
    private SimProcess process;
    private SyncRoot root;

    @BeforeEach
    void start() throws IOException {
        host = Runs.host();
        process = host.start("run");
        root = Roots.open(process);
    }

    private static String path(int number) {
        return "/srv/tree" + number;
    }

    /// Mirrors of as many repositories, each used a minute after the one before.
    private void makeMirrors(int count) throws IOException {
        for (int number = 0; number < count; number++) {
            host.disk().makeDirectories(Path.of(path(number))).close();
            Runs.run(process, path(number));
            host.clock().advance(Duration.ofMinutes(1));
        }
    }

    private List<String> repositories() throws IOException {
        return Slots.look(root.directory()).stream()
                .flatMap(slot -> slot.repository().stream())
                .sorted()
                .toList();
    }

    private Retention retention(Limits limits) {
        return new Retention(root, Runs.owners(process), limits, told::add);
    }

    @Test
    void the_mirror_that_was_used_the_longest_time_ago_makes_room() throws IOException {
        makeMirrors(Limits.SLOTS_MAX);
        Runs.run(process, path(0));

        Runs.run(process, "/srv/tree");

        assertThat(repositories())
                .hasSize(Limits.SLOTS_MAX)
                .contains("/srv/tree", path(0), path(2))
                .doesNotContain(path(1));
        assertThat(Roots.receipts(root.directory())).hasSize(Limits.SLOTS_MAX);
    }

    @Test
    void the_mirror_of_a_repository_that_is_gone_makes_room_first() throws IOException {
        makeMirrors(Limits.SLOTS_MAX);
        try (Directory srv = host.disk().open(Path.of("/srv"), "srv")) {
            srv.removeDirectory("tree7");
        }

        Runs.run(process, "/srv/tree");

        assertThat(repositories()).contains(path(0)).doesNotContain(path(7));
    }

    @Test
    void s14_names_that_are_no_slots_take_no_room() throws IOException {
        makeMirrors(1);
        try (Directory mirrors = root.directory().openDirectory("mirrors")) {
            for (int number = 0; number < Limits.SLOTS_MAX; number++) {
                Runs.write(mirrors, ".DS_Store" + number, "");
            }
        }

        assertThat(Runs.run(process, "/srv/tree")).isFalse();
        assertThat(repositories()).containsExactly("/srv/tree", path(0));
    }

    @Test
    void slots_that_nobody_can_let_go_of_keep_new_ones_out_and_that_is_said() throws IOException {
        List<Taken> held = new ArrayList<>();
        for (int number = 0; number < Limits.SLOTS_MAX; number++) {
            held.add((Taken) Runs.take(process, root, path(number)));
        }

        assertThat(Runs.take(process, root, "/srv/tree"))
                .isInstanceOfSatisfying(
                        Mirrors.Unavailable.class,
                        it -> assertThat(it.why()).contains("there are 32 that cannot go now"));
        held.forEach(Taken::close);
    }

    @Test
    void s03_slots_of_killed_runs_make_room_and_their_copies_stay() throws IOException {
        StagingId admitted = null;
        for (int number = 0; number < Limits.SLOTS_MAX; number++) {
            Taken taken = (Taken) Runs.take(process, root, path(number));
            Runs.fill(taken);
            taken.staging().admitted(new ClaimsWord.NotGiven(), List.of());
            admitted = admitted == null ? taken.staging().id() : admitted;
        }
        host = host.afterKill();
        process = host.start("run");
        root = Roots.open(process);

        Runs.run(process, "/srv/tree");

        assertThat(Slots.look(root.directory())).hasSize(Limits.SLOTS_MAX);
        assertThat(Roots.receipts(root.directory()))
                .containsKey(admitted)
                .hasSize(Limits.SLOTS_MAX + 1);
    }

    @Test
    void s29_a_mirror_that_nobody_used_lately_goes() throws IOException {
        makeMirrors(2);
        host.clock().advance(Duration.ofDays(29));
        Runs.run(process, path(1));
        host.clock().advance(Duration.ofDays(2));

        List<Eviction> evictions = retention(Runs.LIMITS).trim();

        assertThat(evictions)
                .extracting(it -> it.slot().repository().orElse(""))
                .containsExactly(path(0));
        assertThat(repositories()).containsExactly(path(1));
        assertThat(told)
                .singleElement()
                .satisfies(it -> assertThat(it.event()).isEqualTo("staging.evict"));
        assertThat(told.getFirst().details().toString()).contains("nobody used it lately");
    }

    @Test
    void s29_mirrors_that_take_too_much_space_go_by_the_order_of_use() throws IOException {
        makeMirrors(3);
        List<Slot> slots = Slots.look(root.directory());
        long each = Retention.sizeBytes(root.directory(), slots.getFirst());
        assertThat(each).isPositive();

        retention(new Limits(2 * each + each / 2, Duration.ofDays(30))).trim();

        assertThat(repositories()).containsExactly(path(1), path(2));
    }

    @Test
    void only_mirrors_that_were_used_since_are_measured_again() throws IOException {
        makeMirrors(2);
        Limits limits = new Limits(1L << 30, Duration.ofDays(30));
        retention(limits).trim();
        grow(path(0)); // As nobody does: it waits for its next run.
        grow(path(1));
        assertThat(measured(path(0))).isLessThan(GROWN);

        Runs.run(process, path(1));
        retention(limits).trim();
        assertThat(measured(path(1))).isLessThan(GROWN); // Lately enough.

        host.clock().advance(KnownSizes.MEASURED_FOR);
        Runs.run(process, path(1));
        retention(limits).trim();

        assertThat(measured(path(0))).isLessThan(GROWN);
        assertThat(measured(path(1))).isGreaterThan(GROWN);
    }

    @Test
    void sizes_that_are_damaged_are_measured_again() throws IOException {
        makeMirrors(2);
        Limits limits = new Limits(1L << 30, Duration.ofDays(30));
        retention(limits).trim();
        long right = measured(path(0));
        try (Directory own = root.directory().openDirectory(SyncRoot.OWN)) {
            own.unlink("mirror-sizes.json");
            Runs.write(own, "mirror-sizes.json", "{\"version\":1,\"sizes\":[{}]}");
        }

        retention(limits).trim();

        assertThat(measured(path(0))).isEqualTo(right).isPositive();
    }

    @Test
    void s29_a_mirror_whose_run_was_killed_goes_when_it_is_old() throws IOException {
        Runs.taken(process, root);
        host = host.afterKill();
        process = host.start("run");
        root = Roots.open(process);
        retention(Runs.LIMITS).trim();
        assertThat(Slots.look(root.directory())).hasSize(1);
        host.clock().advance(Duration.ofDays(31));

        retention(Runs.LIMITS).trim();

        assertThat(Slots.look(root.directory())).isEmpty();
        assertThat(Roots.receipts(root.directory())).isEmpty();
    }

    private void grow(String repository) throws IOException {
        Slot slot = slot(repository);
        StagingId id = slot.named().orElseThrow();
        try (Directory copy = root.directory().openDirectory(id.directory());
                Directory payload = copy.openDirectory("payload");
                Directory source = payload.openDirectory("source")) {
            Runs.write(source, "grown", "x".repeat(GROWN));
        }
    }

    private Slot slot(String repository) throws IOException {
        return Slots.look(root.directory()).stream()
                .filter(slot -> slot.repository().filter(repository::equals).isPresent())
                .findFirst()
                .orElseThrow();
    }

    /// What is known of the size of a mirror.
    private long measured(String repository) throws IOException {
        String id = slot(repository).named().orElseThrow().value();
        String known = new String(root.readMirrorSizes(1 << 16).orElseThrow().bytes(), UTF_8);
        Matcher size =
                Pattern.compile(id + "\",\"lastUsed\":\\d+,\"measured\":\\d+,\"sizeBytes\":(\\d+)")
                        .matcher(known);
        assertThat(size.find()).as(known).isTrue();
        return Long.parseLong(size.group(1));
    }

    @Test
    void a_mirror_goes_on_a_persons_word_and_its_slot_with_it() throws IOException {
        makeMirrors(2);
        Retention retention = retention(Runs.LIMITS);

        Eviction eviction = retention.evict(Slot.keyOf(path(0)));

        assertThat(eviction.isGone()).isTrue();
        assertThat(repositories()).containsExactly(path(1));
        assertThat(Slots.look(root.directory())).hasSize(1);
        assertThat(Roots.receipts(root.directory())).hasSize(1);
        assertThat(Roots.tree(root.directory()))
                .noneMatch(path -> path.startsWith(".belay/removing/"));
        assertThatThrownBy(() -> retention.evict(Slot.keyOf(path(0))))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("no such mirror");
    }

    @Test
    void a_mirror_that_a_run_has_stays() throws IOException {
        try (Taken taken = (Taken) Runs.take(process, root, path(0))) {
            Runs.fill(taken);

            Eviction eviction = retention(Runs.LIMITS).evict(Slot.keyOf(path(0)));

            assertThat(eviction.isGone()).isFalse();
            assertThat(eviction.why()).contains("a run is using it");
            assertThat(told).isEmpty();
            assertThat(taken.finish().isHandedOver()).isTrue();
        }
    }

    @Test
    void a_mirror_with_something_unknown_beside_it_stays() throws IOException {
        makeMirrors(1);
        StagingId id = Slots.look(root.directory()).getFirst().named().orElseThrow();
        try (Directory copy = root.directory().openDirectory(id.directory())) {
            Runs.write(copy, "mine", "work");
        }

        List<Eviction> evictions = retention(Runs.LIMITS).evictIdle();

        assertThat(evictions).singleElement().satisfies(it -> assertThat(it.isGone()).isFalse());
        assertThat(evictions.getFirst().why()).contains("unknown beside a receipt");
        assertThat(repositories()).containsExactly(path(0));
    }

    @Test
    void what_no_run_handed_over_under_the_key_of_the_node_program_stays() throws IOException {
        makeMirrors(1);
        Slot own = Slots.look(root.directory()).getFirst();
        Slot nodes =
                new Slot(
                        Slot.keyOfNode(path(0)),
                        own.identity(),
                        Slot.State.TAKEN,
                        own.stage(),
                        own.receipt());

        assertThat(nodes.isOfNode()).isTrue();
        assertThat(Retention.isDisposable(Runs.owners(process), root, nodes)).isFalse();
    }
}
