package dev.belay.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.sim.disk.Survivors;
import dev.belay.sim.gate.Killed;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.Processes.Presence;
import dev.belay.system.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
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
}
