package dev.belay.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.sim.disk.SimDisk;
import dev.belay.sim.disk.Survivors;
import dev.belay.sim.gate.Killed;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.Processes;
import dev.belay.system.Processes.Presence;
import dev.belay.system.Processes.Stat;
import dev.belay.system.World;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SimHostTest {
    private static final Path DATA = Path.of("/data");

    private static SimHost host() throws DiskFault {
        SimHost host = new SimHost();
        host.disk().makeDirectories(DATA).close();
        return host;
    }

    private static void write(Directory directory, String name, String text) throws DiskFault {
        byte[] bytes = text.getBytes(UTF_8);
        try (OpenFile file = directory.open(name, 0600, OpenOption.WRITE, OpenOption.CREATE)) {
            assertThat(file.write(bytes, 0, bytes.length, 0)).isEqualTo(bytes.length);
        }
    }

    private static String read(Directory directory, String name) throws DiskFault {
        if (directory.status(name).isEmpty()) {
            return "none";
        }
        byte[] buffer = new byte[100];
        try (OpenFile file = directory.open(name, 0, OpenOption.READ)) {
            int count = file.read(buffer, 0, buffer.length, 0);
            return new String(buffer, 0, Math.max(0, count), UTF_8).replace('\0', '~');
        }
    }

    @Test
    void a_cut_may_leave_any_part_of_what_nobody_synced() throws DiskFault {
        SimHost host = host();
        try (Directory data = host.start("a").world().disk().open(DATA, "data")) {
            write(data, "f", "1234");
        }

        Set<String> found = new TreeSet<>();
        Survivors survivors = host.disk().survivors();
        for (int i = 0; i < survivors.count(); i++) {
            SimHost after = host.afterCut(survivors, i);
            try (Directory data = after.start("b").world().disk().open(DATA, "data")) {
                found.add(read(data, "f"));
            }
        }

        assertThat(found).containsExactly("", "12", "123", "1234", "none", "~~~~");
    }

    @Test
    void a_kill_ends_locks_and_keeps_all_that_is_visible() throws DiskFault {
        SimHost host = host();
        SimProcess a = host.start("a");
        SimProcess b = host.start("b");
        Directory data = a.world().disk().open(DATA, "data");
        OpenFile file = data.open("f", 0600, OpenOption.WRITE, OpenOption.CREATE);
        assertThat(file.lock(Duration.ofSeconds(1))).isTrue();
        Directory other = b.world().disk().open(DATA, "data");
        OpenFile same = other.open("f", 0, OpenOption.READ);
        assertThat(same.lock(Duration.ofSeconds(1))).isFalse();
        assertThat(b.world().processes().presence(a.pid())).isEqualTo(Presence.PRESENT);

        a.kill();

        assertThat(same.tryLock()).isTrue();
        assertThat(b.world().processes().presence(a.pid())).isEqualTo(Presence.ABSENT);
        assertThatThrownBy(() -> data.unlink("f")).isInstanceOf(Killed.class);
        assertThat(other.status("f")).isPresent();
    }

    @Test
    void waiting_costs_no_time_but_the_clocks() throws DiskFault {
        SimHost host = host();
        World world = host.start("a").world();
        Duration before = world.clock().elapsed();

        world.waiting().pause(Duration.ofHours(1));

        assertThat(world.clock().elapsed().minus(before)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void a_namespace_hides_what_is_outside_and_numbers_what_is_inside() throws DiskFault {
        SimHost host = host();
        SimProcess outside = host.start("outside");
        SimProcess first = host.start("first", "4026532001");
        SimProcess second = host.start("second", "4026532001");
        SimProcess elsewhere = host.start("elsewhere", "4026532002");

        assertThat(first.pid()).isEqualTo(1);
        assertThat(second.pid()).isEqualTo(2);
        assertThat(elsewhere.pid()).isEqualTo(1);
        assertThat(presence(first, outside.pid())).isEqualTo(Presence.ABSENT);
        assertThat(presence(first, 2)).isEqualTo(Presence.PRESENT);
        assertThat(presence(elsewhere, 2)).isEqualTo(Presence.ABSENT);
        assertThat(presence(outside, second.hostPid())).isEqualTo(Presence.PRESENT);
        assertThat(presence(outside, 1)).isEqualTo(Presence.ABSENT);
        assertThat(first.world().processes().pidNamespace()).contains("4026532001");
        assertThat(outside.world().processes().pidNamespace())
                .contains(Processes.INITIAL_NAMESPACE);
    }

    private static Presence presence(SimProcess asker, long pid) {
        return asker.world().processes().presence(pid);
    }

    @Test
    void a_number_comes_back_with_another_start() throws DiskFault {
        SimHost host = host();
        SimProcess dead = host.start("dead");
        SimProcess other = host.start("other");
        dead.kill();

        host.reusePid(dead.pid());
        SimProcess stranger = host.start("stranger");
        SimProcess next = host.start("next");

        assertThat(stranger.pid()).isEqualTo(dead.pid());
        assertThat(next.pid()).isNotEqualTo(other.pid());
        assertThat(other.world().processes().stat(dead.pid()))
                .contains(new Stat(stranger.start(), 'R'));
        assertThat(stranger.start()).isNotEqualTo(dead.start());
    }

    private static OpenFile rangeOf(SimProcess process) throws DiskFault {
        return process.world()
                .disk()
                .open(DATA, "")
                .open("range", 0600, OpenOption.WRITE, OpenOption.CREATE);
    }

    @Test
    void a_zombie_keeps_its_number_and_nothing_else() throws DiskFault {
        SimHost host = host();
        SimProcess zombie = host.start("zombie");
        SimProcess other = host.start("other");
        OpenFile lock = zombie.world().disk().open(DATA, "").open(".", 0, OpenOption.READ);
        assertThat(lock.tryLock()).isTrue();
        assertThat(rangeOf(zombie).tryLockRange(0, 512)).isTrue();
        assertThat(rangeOf(other).tryLockRange(0, 512)).isFalse();

        zombie.killLeavingZombie();

        assertThat(presence(other, zombie.pid())).isEqualTo(Presence.PRESENT);
        assertThat(other.world().processes().stat(zombie.pid()))
                .contains(new Stat(zombie.start(), 'Z'));
        OpenFile same = other.world().disk().open(DATA, "").open(".", 0, OpenOption.READ);
        assertThat(same.tryLock()).isTrue();
        assertThat(rangeOf(other).tryLockRange(0, 512)).isTrue();
        assertThatThrownBy(zombie.world().processes()::ownPid).isInstanceOf(Killed.class);
    }

    @Test
    void hidden_stats_are_those_of_others() throws DiskFault {
        SimHost host = host();
        SimProcess a = host.start("a");
        SimProcess b = host.start("b");

        host.hideStats();

        assertThat(presence(a, b.pid())).isEqualTo(Presence.PRESENT);
        assertThat(a.world().processes().stat(b.pid())).isEmpty();
        assertThat(a.world().processes().stat(a.pid())).isPresent();
    }

    @Test
    void only_the_boot_tells_a_process_from_one_before_the_reboot() throws DiskFault {
        SimHost host = host();
        SimProcess before = host.start("before");
        before.world().waiting().pause(Duration.ofDays(3));

        SimProcess after = host.afterCut(host.disk().survivors(), 0).start("after");

        assertThat(after.pid()).isEqualTo(before.pid());
        assertThat(after.start()).isEqualTo(before.start());
        assertThat(after.world().processes().bootId())
                .isNotEqualTo(before.world().processes().bootId());
        assertThat(after.world().clock().now()).isEqualTo(before.world().clock().now());
        assertThat(after.world().clock().elapsed()).isLessThan(before.world().clock().elapsed());
    }

    @Test
    void uuids_differ_between_processes_and_runs_and_are_the_same_again() throws DiskFault {
        SimHost host = host();
        SimHost again = host.afterKill();
        UUID first = uuid(host);
        UUID second = uuid(host);

        assertThat(uuid(again)).isEqualTo(first);
        assertThat(second).isNotEqualTo(first);
        assertThat(uuid(host.afterKill())).isNotIn(first, second);
        assertThat(uuid(host.afterCut(host.disk().survivors(), 0))).isNotIn(first, second);
        assertThat(first.version()).isEqualTo(4);
        assertThat(first.variant()).isEqualTo(2);
    }

    private static UUID uuid(SimHost host) {
        return host.start("a").world().randomness().uuid();
    }

    @Test
    void permissions_bind_processes_and_not_the_hand_of_the_test() throws DiskFault {
        SimHost host = host();
        SimDisk disk = host.disk();
        try (Directory hand = disk.open(DATA, "");
                Directory data = host.start("a").world().disk().open(DATA, "")) {
            write(hand, "f", "1");
            hand.makeDirectory("d", 0700);
            hand.changePermissions("f", 0200);
            assertFails(Errno.EACCES, () -> data.open("f", 0, OpenOption.READ));
            hand.changePermissions("f", 0400);
            assertFails(Errno.EACCES, () -> data.open("f", 0, OpenOption.WRITE));
            hand.changePermissions("d", 0);
            assertFails(Errno.EACCES, () -> data.openDirectory("d"));
            disk.changeOwner(DATA.resolve("f"), 0);
            assertFails(Errno.EACCES, () -> data.open("f", 0, OpenOption.READ));
            assertFails(Errno.EPERM, () -> data.changePermissions("f", 0600));
            assertThat(data.status("f").orElseThrow().owner()).isZero();
            assertThat(read(hand, "f")).isEqualTo("1");
            disk.changeOwner(DATA, 0);
            assertFails(Errno.EACCES, () -> data.unlink("f"));
            assertFails(Errno.EACCES, () -> data.makeDirectory("e", 0700));
        }
    }

    private static void assertFails(Errno errno, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        DiskFault.class, fault -> assertThat(fault.errno()).isEqualTo(errno));
    }

    @Test
    void a_pipe_is_opened_without_waiting_and_a_socket_not_at_all() throws DiskFault {
        SimHost host = host();
        host.disk().makeSpecial(DATA.resolve("pipe"), FileKind.PIPE, 0600);
        host.disk().makeSpecial(DATA.resolve("socket"), FileKind.SOCKET, 0600);
        try (Directory data = host.start("a").world().disk().open(DATA, "");
                OpenFile pipe = data.open("pipe", 0, OpenOption.READ)) {
            assertThat(pipe.status().kind()).isEqualTo(FileKind.PIPE);
            assertFails(Errno.ENXIO, () -> data.open("pipe", 0, OpenOption.WRITE));
            assertFails(Errno.ENXIO, () -> data.open("socket", 0, OpenOption.READ));
        }
    }

    @Test
    void the_wall_clock_can_be_set_back_and_the_elapsed_time_not() {
        SimClock clock = new SimClock();
        Duration before = clock.elapsed();

        clock.set(Instant.EPOCH);
        clock.advance(Duration.ofSeconds(1));
        clock.tick(Duration.ofNanos(5));

        assertThat(clock.now()).isEqualTo(Instant.EPOCH.plusSeconds(1).plusNanos(5));
        assertThat(clock.now()).isEqualTo(Instant.EPOCH.plusSeconds(1).plusNanos(10));
        assertThat(clock.elapsed()).isGreaterThan(before);
    }
}
