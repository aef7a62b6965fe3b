package dev.belay.staging.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.core.file.Durability;
import dev.belay.core.identity.Identities;
import dev.belay.core.identity.ProcessIdentity;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.staging.life.Creation;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SideRecords;
import dev.belay.staging.life.Staging;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.SideRecord;
import dev.belay.staging.receipt.StagingId;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SweepTest {
    private static final ClaimNamespace CLAIMS =
            new ClaimNamespace(
                    "linux",
                    "/stagings",
                    "/state/claims",
                    new ClaimNamespace.Anchor("/state", new DirectoryIdentity("1", "9")));

    private SimHost host;

    @BeforeEach
    void start() throws IOException {
        host = Roots.host();
    }

    /// A sealed staging; its maker goes on.
    private static Staging make(SimProcess maker) throws IOException {
        Staging staging = Creation.create(Roots.open(maker), Roots.REPOSITORY);
        Roots.fill(staging.payload());
        staging.prepared(Roots.manifest(), Durability.DURABLE, Roots.WITNESS, CLAIMS);
        return staging;
    }

    private static Sweep sweep(SimProcess process, @Nullable String after) throws IOException {
        Owners owners = new Owners(process.world(), Set.of());
        return sweep(process, owners, after);
    }

    private static Sweep sweep(SimProcess process, Owners owners, @Nullable String after)
            throws IOException {
        SyncRoot root = Roots.open(process);
        return Sweep.start(root.directory(), owners, process.world().clock(), after);
    }

    private static List<Standing> standings(Sweep sweep) {
        return sweep.next().entries().stream().map(Found::standing).toList();
    }

    @Test
    void a_staging_is_active_while_its_maker_lives_and_then_a_candidate() throws IOException {
        SimProcess maker = host.start("maker");
        make(maker);
        assertThat(standings(sweep(host.start("other"), null))).containsExactly(Standing.ACTIVE);

        SimProcess later = host.afterKill().start("later");

        assertThat(standings(sweep(later, null))).containsExactly(Standing.CANDIDATE);
    }

    @Test
    void a_damaged_replaced_or_foreign_staging_is_protected() throws IOException {
        SimProcess maker = host.start("maker");
        Directory root = Roots.open(maker).directory();
        root.makeDirectory("openclaw-crabbox-sync-unmarked", 0700);
        root.symlink("elsewhere", "openclaw-crabbox-sync-link");
        String moved = make(maker).id().directory();
        root.rename(moved, root, "openclaw-crabbox-sync-moved");
        String damaged = make(maker).id().directory();
        try (Directory staging = root.openDirectory(damaged);
                OpenFile file = staging.open("staging.json", 0600, OpenOption.WRITE)) {
            file.write("x".getBytes(UTF_8), 0, 1, 0);
        }

        assertThat(standings(sweep(host.afterKill().start("later"), null)))
                .hasSize(4)
                .containsOnly(Standing.UNKNOWN);
    }

    @Test
    void a_staging_with_a_recovery_lock_is_left_to_it() throws IOException {
        SimProcess maker = host.start("maker");
        try (Directory staging =
                Roots.open(maker).directory().openDirectory(make(maker).id().directory())) {
            staging.makeDirectory("recovery.lock", 0700);
        }

        assertThat(standings(sweep(host.afterKill().start("later"), null)))
                .containsExactly(Standing.RECOVERED_BY_ANOTHER);
    }

    @Test
    void s21_an_owner_whose_number_has_come_round_is_gone() throws IOException {
        SimProcess maker = host.start("maker");
        make(maker);
        SimHost later = host.afterKill();
        later.startAgainAs("stranger", maker.pid());

        assertThat(standings(sweep(later.start("looker"), null)))
                .containsExactly(Standing.CANDIDATE);
    }

    @Test
    void s21_a_record_that_is_damaged_or_names_another_process_proves_nothing() throws IOException {
        SimProcess maker = host.start("maker");
        SyncRoot root = Roots.open(maker);
        StagingId damaged = make(maker).id();
        StagingId ofAnother = make(maker).id();
        try (Directory own = root.directory().openDirectory(".belay");
                OpenFile file = own.open(SideRecord.fileName(damaged), 0600, OpenOption.WRITE)) {
            file.write("x".getBytes(UTF_8), 0, 1, 0);
            ProcessIdentity other = new Identities(maker.world().processes()).own();
            SideRecord record = SideRecords.read(root.directory(), ofAnother).orElseThrow();
            assertThat(record.owner()).isEqualTo(other);
            replace(own, withPid(record, other.pid() + 1));
        }
        SimHost later = host.afterKill();
        later.startAgainAs("stranger", maker.pid());

        assertThat(standings(sweep(later.start("looker"), null)))
                .containsExactly(Standing.ACTIVE, Standing.ACTIVE);
    }

    private static SideRecord withPid(SideRecord record, long pid) {
        ProcessIdentity owner = record.owner();
        return new SideRecord(
                record.id(),
                new ProcessIdentity(pid, owner.start(), owner.boot(), owner.pidNamespace()),
                record.made(),
                record.repository(),
                record.leases(),
                record.isRecorded(),
                record.isPutBack());
    }

    private static void replace(Directory own, SideRecord record) throws IOException {
        own.unlink(SideRecord.fileName(record.id()));
        byte[] bytes = record.write();
        try (OpenFile file =
                own.open(
                        SideRecord.fileName(record.id()),
                        0600,
                        OpenOption.WRITE,
                        OpenOption.CREATE)) {
            assertThat(file.write(bytes, 0, bytes.length, 0)).isEqualTo(bytes.length);
        }
    }

    @Test
    void s13_a_staging_that_cannot_be_recorded_names_its_owner_time_and_repository()
            throws IOException {
        SimProcess maker = host.start("maker");
        SyncRoot root = Roots.open(maker);
        Staging staging = Creation.createUnrecorded(root, Roots.REPOSITORY);
        SideRecord record = SideRecords.read(root.directory(), staging.id()).orElseThrow();

        assertThat(record.owner().pid()).isEqualTo(maker.pid());
        assertThat(record.repository()).isEqualTo(Roots.REPOSITORY.path());
        assertThat(record.made()).isEqualTo(maker.world().clock().now());
        assertThat(standings(sweep(host.start("other"), null))).containsExactly(Standing.ACTIVE);
        assertThat(standings(sweep(host.afterKill().start("later"), null)))
                .containsExactly(Standing.UNRECORDED);
    }

    @Test
    void s06_an_owner_of_an_earlier_boot_of_this_machine_is_gone() throws IOException {
        host.disk().makeDirectories(Path.of("/host")).close();
        SimProcess maker = host.start("maker");
        try (Directory boots = maker.world().disk().open(Path.of("/host"), "host")) {
            assertThat(PriorBoots.note(maker.world(), boots)).isEmpty();
        }
        make(maker);
        host.disk().settle();
        SimProcess later = host.afterCut(host.disk().survivors(), 0).start("later");
        try (Directory boots = later.world().disk().open(Path.of("/host"), "host")) {
            Owners owners = new Owners(later.world(), PriorBoots.note(later.world(), boots));
            Owners ofAnotherMachine = new Owners(later.world(), Set.of());

            assertThat(standings(sweep(later, owners, null))).containsExactly(Standing.CANDIDATE);
            assertThat(standings(sweep(later, ofAnotherMachine, null)))
                    .containsExactly(Standing.ELSEWHERE);
            assertThat(PriorBoots.note(later.world(), boots)).hasSize(1);
        }
    }

    @Test
    void s06_an_owner_in_another_container_may_be_alive() throws IOException {
        make(host.start("maker", "4026539999"));

        assertThat(standings(sweep(host.afterKill().start("later"), null)))
                .containsExactly(Standing.ELSEWHERE);
    }

    @Test
    void all_pages_together_show_each_staging_once() throws IOException {
        SimProcess maker = host.start("maker");
        Directory root = Roots.open(maker).directory();
        root.makeDirectory(Cursor.DIRECTORY, 0700);
        root.makeDirectory("mirrors", 0700);
        for (int i = 0; i < 2 * Sweep.PAGE_ENTRIES_MAX + 1; i++) {
            root.makeDirectory("openclaw-crabbox-sync-%04d".formatted(i), 0700);
        }

        Sweep sweep = sweep(maker, null);
        List<String> seen = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        Page page;
        do {
            page = sweep.next();
            sizes.add(page.entries().size());
            page.entries().forEach(found -> seen.add(found.directory()));
        } while (page.position().isPresent());

        assertThat(sizes).containsExactly(64, 64, 1);
        assertThat(seen).hasSize(129).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void s16_a_sweep_goes_on_behind_a_name_that_is_gone() throws IOException {
        SimProcess maker = host.start("maker");
        Directory root = Roots.open(maker).directory();
        for (String name : List.of("a", "b", "d")) {
            root.makeDirectory("openclaw-crabbox-sync-" + name, 0700);
        }

        assertThat(sweep(maker, "openclaw-crabbox-sync-c").next().entries())
                .extracting(Found::directory)
                .containsExactly("openclaw-crabbox-sync-d");
        assertThat(sweep(maker, "openclaw-crabbox-sync-z").next().entries()).hasSize(3);
        assertThat(sweep(maker, "openclaw-crabbox-sync-b").next().position()).isEmpty();
    }

    @Test
    void s29_looking_at_all_pages_costs_as_much_as_there_are_stagings() throws IOException {
        assertThat(callsOfSweep(400)).isLessThan(callsOfSweep(200) * 21 / 10);
    }

    /// How often the disk is asked by all pages of a sweep.
    private static int callsOfSweep(int stagings) throws IOException {
        SimProcess process = Roots.host().start("looker");
        Directory root = Roots.open(process).directory();
        for (int i = 0; i < stagings; i++) {
            root.makeDirectory("openclaw-crabbox-sync-%04d".formatted(i), 0700);
        }
        FaultyDisk counting =
                FaultyDisk.failingOnce(process.world().disk(), Fault.EIO, Integer.MAX_VALUE);
        process.wrapDisk(_ -> counting);
        Sweep sweep = sweep(process, null);
        int seen = 0;
        Page page;
        do {
            page = sweep.next();
            seen += page.entries().size();
        } while (page.position().isPresent());
        assertThat(seen).isEqualTo(stagings);
        return counting.calls();
    }
}
