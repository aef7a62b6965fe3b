package dev.belay.connector.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.ownership.Stopping.Signal;
import dev.belay.connector.ownership.Stopping.Stopped;
import dev.belay.core.brake.Brake;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Each weakness of the Node connector's brake that ours does not have, by its id in
/// docs/DEFECTS.md.
class BrakeDefectsTest {
    private SimHost host;
    private SimProcess process;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Bindings.host();
        process = host.start("command");
    }

    @Test
    void j01_a_stop_lock_that_a_crash_has_left_keeps_nobody_from_braking() throws IOException {
        makeDirectory(".stop.lock");
        Duration before = host.clock().elapsed();

        assertThat(Bindings.stop(process).add("stop")).isEqualTo(new Brake(true, true));

        assertThat(host.clock().elapsed().minus(before))
                .isBetween(Duration.ofSeconds(1), Duration.ofMillis(1_050));
        Bindings.assertRefused(
                () -> Bindings.lock(process).claim(), ErrorCode.BRAKED, ExitCode.HELD);
        // Clearing alone needs it, and says whose it may be.
        StopText shown = Bindings.stop(process).read().orElseThrow();
        Bindings.assertRefused(
                () -> Bindings.stop(process).clear(shown), ErrorCode.STOP_LOCKED, ExitCode.FAILED);
        assertThat(Bindings.names(host)).contains("STOP", ".stop.lock");
    }

    @Test
    void j01_a_stop_lock_of_a_dead_process_of_ours_is_taken_over() throws IOException {
        SimProcess dead = host.start("dead");
        new StopLock(dead.world(), Bindings.open(dead)).take();
        dead.kill();
        Bindings.stop(process).add("stop");

        assertThat(Bindings.stop(process).clear(Bindings.stop(process).read().orElseThrow()))
                .isTrue();
        assertThat(Bindings.names(host)).isEmpty();
    }

    @Test
    void j02_a_full_disk_keeps_nobody_from_braking() throws IOException {
        SimProcess owner = host.start("owner");
        Ownership ownership = Bindings.lock(owner).claim();
        AlteredDirectory.alter(process, Full::new);

        Stopped stopped = new Stopping(process.world(), Bindings.open(process)).stop("stop");

        assertThat(stopped.brake()).contains(new Brake(false, true));
        assertThat(stopped.signal()).isEqualTo(new Signal.Sent(owner.pid()));
        assertThat(owner.isAskedToEnd()).isTrue();
        Bindings.assertRefused(ownership::requireMayBegin, ErrorCode.BRAKED, ExitCode.HELD);
    }

    @Test
    void j02_the_owner_is_asked_to_end_where_stop_cannot_be_set_and_the_reason_is_told()
            throws IOException {
        SimProcess owner = host.start("owner");
        Bindings.lock(owner).claim();
        Bindings.remove(host, BindingStop.SPARE);
        AlteredDirectory.alter(process, Full::new);

        Stopped stopped = new Stopping(process.world(), Bindings.open(process)).stop("stop");

        assertThat(stopped.brake()).isEmpty();
        assertThat(stopped.failure().orElseThrow().errno()).isEqualTo(Errno.ENOSPC);
        assertThat(owner.isAskedToEnd()).isTrue();
    }

    @Test
    void j18_no_stop_is_refused_whoever_else_changes_it() throws IOException {
        StopLock.Hold hold = new StopLock(process.world(), Bindings.open(process)).take();
        for (int stop = 0; stop < 4; stop++) {
            SimProcess operator = host.start("operator " + stop);
            assertThat(Bindings.stop(operator).add("stop " + stop).reasonKept()).isTrue();
        }
        hold.close();

        assertThat(Bindings.stop(process).read().orElseThrow().lines())
                .extracting(line -> line.reason().orElseThrow())
                .containsExactly("stop 0", "stop 1", "stop 2", "stop 3");
    }

    @Test
    void j19_no_number_of_stops_disarms_a_processing_stop() throws IOException {
        BindingStop stop = Bindings.stop(process);
        String reason = "x".repeat(200);
        for (int time = 0; time < 300; time++) {
            assertThat(stop.add(reason).reasonKept()).isTrue();
        }
        assertThat(stop.add("y".repeat(20_000)).reasonKept()).isFalse();
        assertThat(Bindings.text(host, "STOP").length()).isLessThan(48 << 10);

        Bindings.processing(process).hold(Bindings.GENERATION);

        StopText text = stop.read().orElseThrow();
        assertThat(text.holds("processing:" + Bindings.GENERATION)).isTrue();
        assertThat(Bindings.processing(process).unhold(Bindings.GENERATION)).isFalse();
        stop.clear(text);
        Bindings.processing(process).hold(Bindings.GENERATION);
        assertThat(Bindings.processing(process).unhold(Bindings.GENERATION)).isTrue();
    }

    @Test
    void j20_neither_stop_nor_lock_is_followed_out_of_the_binding() throws IOException {
        Bindings.put(host, "elsewhere", "");
        try (Directory binding = host.disk().open(Bindings.DIRECTORY, "")) {
            binding.symlink("elsewhere", "STOP");
            binding.symlink("/srv", "run.lock");
        }

        assertThat(Bindings.stop(process).add("stop")).isEqualTo(new Brake(false, true));
        assertThat(Bindings.text(host, "elsewhere")).isEmpty();
        assertThat(Bindings.lock(process).inspect()).isInstanceOf(OwnerState.Invalid.class);
    }

    @Test
    void j21_a_processing_stop_is_added_to_a_stop_made_by_hand() throws IOException {
        Bindings.put(host, "STOP", "");
        try (Directory binding = host.disk().open(Bindings.DIRECTORY, "")) {
            binding.changePermissions("STOP", 0644);
        }

        Bindings.processing(process).hold(Bindings.GENERATION);

        assertThat(Bindings.processing(process).unhold(Bindings.GENERATION)).isTrue();
        assertThat(Bindings.names(host)).isEmpty();
    }

    private void makeDirectory(String name) throws IOException {
        try (Directory binding = host.disk().open(Bindings.DIRECTORY, "")) {
            binding.makeDirectory(name, 0700);
        }
    }

    /// A disk with no room for a new file or a further byte.
    private static final class Full extends AlteredDirectory {
        Full(Directory directory) {
            super(directory);
        }

        @Override
        public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
            if (List.of(options).contains(OpenOption.CREATE)) {
                throw new DiskFault("open", label(name), Errno.ENOSPC);
            }
            return super.open(name, permissions, options);
        }
    }
}
