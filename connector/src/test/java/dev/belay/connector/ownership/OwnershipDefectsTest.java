package dev.belay.connector.ownership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.connector.ownership.Ownership.Release;
import dev.belay.connector.ownership.Recovery.Recovered;
import dev.belay.connector.ownership.Stopping.Signal;
import dev.belay.connector.ownership.Stopping.Stopped;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.identity.Verdict;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.disk.Survivors;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.OpenOption;
import dev.belay.system.Processes;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Each weakness of the Node connector that ownership mends, by its id in docs/DEFECTS.md.
class OwnershipDefectsTest {
    private SimHost host;
    private SimProcess process;

    @BeforeEach
    void prepareHost() throws IOException {
        host = Bindings.host();
        process = host.start("command");
    }

    @Test
    void j03_a_stop_that_comes_while_a_recover_works_stays() throws IOException {
        Bindings.deadNodeLock(host);

        Bindings.assertRefused(
                () ->
                        Bindings.recovery(process)
                                .recover(_ -> Bindings.stop(host.start("operator")).add("stop")),
                ErrorCode.BRAKED,
                ExitCode.HELD);

        assertThat(Bindings.text(host, "STOP")).contains("\"reason\":\"stop\"");
        Bindings.assertRefused(
                () -> Bindings.lock(process).claim(), ErrorCode.BRAKED, ExitCode.HELD);
    }

    @Test
    void j04_a_start_of_node_that_was_overtaken_never_gets_its_record_into_our_lock()
            throws IOException {
        Bindings.makeLock(host); // The Node program has got so far, and pauses.
        assertThat(Bindings.recovery(process).recover(_ -> {})).isEqualTo(Recovered.CLEARED);
        Ownership owner = Bindings.lock(process).claim();

        try (Directory lock = host.disk().open(Bindings.DIRECTORY.resolve("run.lock"), "")) {
            assertThatThrownBy(() ->
                            lock.open("owner.json.tmp", 0600, OpenOption.WRITE, OpenOption.CREATE))
                    .isInstanceOfSatisfying(
                            DiskFault.class,
                            fault -> assertThat(fault.errno()).isEqualTo(Errno.EISDIR));
        }
        owner.requireMayBegin();
    }

    @Test
    void j05_the_mark_of_a_recover_that_works_is_a_leftover_to_nobody() throws IOException {
        Bindings.deadNodeLock(host);
        SimProcess other = host.start("other");

        Bindings.recovery(process)
                .recover(_ -> {
                    Bindings.assertRefused(
                            () -> Bindings.recovery(other).recover(_ -> {}),
                            ErrorCode.LOCK_HELD,
                            ExitCode.HELD);
                    assertThatThrownBy(() -> node(other).recover()).hasMessage("the brake is on");
                    assertThatThrownBy(() -> node(other).claim())
                            .isInstanceOf(NodeConnector.Refused.class);
                });

        assertThat(Bindings.visible(host)).isEmpty();
    }

    @Test
    void j05_the_mark_of_a_dead_recover_is_a_leftover() throws IOException {
        Bindings.stop(process).place(StopLine.recoverMark(Bindings.GENERATION));

        assertThat(Bindings.recovery(process).recover(_ -> {})).isEqualTo(Recovered.CLEAN);
        assertThat(Bindings.names(host)).isEmpty();
    }

    @Test
    void j10_a_stop_that_leads_nowhere_brakes() throws IOException {
        try (Directory binding = host.disk().open(Bindings.DIRECTORY, "")) {
            binding.symlink("nowhere", "STOP");
        }

        assertThat(Bindings.stop(process).isSet()).isTrue();
        Bindings.assertRefused(
                () -> Bindings.lock(process).claim(), ErrorCode.BRAKED, ExitCode.HELD);
        Bindings.assertRefused(
                () -> Bindings.recovery(process).recover(_ -> {}), ErrorCode.BRAKED, ExitCode.HELD);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"EACCES", "EIO", "EMFILE"})
    void j10_what_cannot_be_looked_at_is_not_absent(Fault fault) throws IOException {
        Directory binding = Bindings.open(process);
        Directory failing =
                FaultyDisk.failingFrom(process.world().disk(), fault, 2)
                        .open(Bindings.DIRECTORY, Bindings.LABEL);
        binding.close();

        assertThatThrownBy(() -> new RunLock(process.world(), failing, Bindings.WAIT).claim())
                .isInstanceOf(IOException.class);
        if (fault != Fault.EMFILE) {
            assertThat(new BindingStop(process.world(), failing).isSet()).isTrue();
        }
        assertThat(Bindings.names(host)).isEmpty();
    }

    @Test
    void j11_an_unlock_that_refuses_has_not_braked() throws IOException {
        SimProcess owner = host.start("owner");
        Ownership ownership = Bindings.lock(owner).claim();

        Bindings.assertRefused(
                () -> Bindings.recovery(process).unlock("unlock", _ -> {}),
                ErrorCode.OWNER_NOT_GONE,
                ExitCode.FAILED);

        ownership.requireMayBegin();
    }

    @Test
    void j13_a_claim_that_fails_leaves_nothing_behind() throws IOException {
        int failures = 0;
        for (int call = 1; call < 100; call++) {
            SimHost fresh = Bindings.host();
            SimProcess starter = fresh.start("starter");
            FaultyDisk disk = FaultyDisk.failingOnce(starter.world().disk(), Fault.ENOSPC, call);
            try (Directory binding = disk.open(Bindings.DIRECTORY, Bindings.LABEL)) {
                new RunLock(starter.world(), binding, Bindings.WAIT).claim();
            } catch (IOException failure) {
                failures++;
                assertThat(Bindings.names(fresh)).as(disk.hit()).isEmpty();
                Bindings.lock(starter).claim();
            }
        }
        assertThat(failures).isGreaterThan(5);
    }

    @Test
    void j14_no_power_cut_leaves_a_lock_that_a_recover_cannot_remove() throws IOException {
        Bindings.put(host, BindingStop.SPARE, ""); // Else its sync would make all durable.
        Bindings.lock(process).claim();
        Survivors survivors = host.disk().survivors();

        for (int choice = 0; choice < survivors.count(); choice++) {
            SimHost next = host.afterCut(survivors, choice);
            Bindings.recovery(next.start("recover")).recover(_ -> {});
            Bindings.lock(next.start("run")).claim();
        }
        assertThat(survivors.count()).isGreaterThan(1);
    }

    @Test
    void j15_another_boot_is_proof_where_nothing_else_can_be_read() throws IOException {
        SimProcess stranger = host.start("stranger");
        Bindings.putLock(
                host, Bindings.record(stranger.pid(), "5", "0b0b0b0b-0000-4000-8000-000000000001"));
        host.hideStats();

        assertThat(Bindings.recovery(process).recover(_ -> {})).isEqualTo(Recovered.CLEARED);
    }

    @Test
    void j16_an_owner_in_a_container_is_alive_to_everybody() throws IOException {
        host.start("init", Bindings.CONTAINER);
        SimProcess owner = host.start("owner", Bindings.CONTAINER);
        Ownership ownership = Bindings.lock(owner).claim();

        Bindings.assertRefused(
                () -> Bindings.recovery(process).recover(_ -> {}),
                ErrorCode.LOCK_HELD,
                ExitCode.HELD);
        assertThat(new Stopping(process.world(), Bindings.open(process)).target()).isEmpty();
        ownership.requireMayBegin();
    }

    @Test
    void j16_without_kernel_locks_an_owner_in_a_container_is_unknown() throws IOException {
        Bindings.putLock(
                host,
                "{\"pid\":7,\"start\":\"5\",\"boot\":\"%s\",\"pidNamespace\":\"%s\"}\n"
                        .formatted(
                                process.world().processes().bootId().orElseThrow(),
                                Bindings.CONTAINER));

        assertThat(Bindings.lock(process).inspect())
                .isInstanceOfSatisfying(
                        OwnerState.Owned.class,
                        owned -> assertThat(owned.verdict()).isInstanceOf(Verdict.Unknown.class));
        Bindings.assertRefused(
                () -> Bindings.recovery(process).unlock("unlock", _ -> {}),
                ErrorCode.OWNER_NOT_GONE,
                ExitCode.FAILED);
    }

    @Test
    void j20_a_pipe_in_place_of_a_record_hangs_nobody() throws IOException {
        Bindings.makeLock(host);
        host.disk()
                .makeSpecial(
                        Bindings.DIRECTORY.resolve("run.lock/owner.json"), FileKind.PIPE, 0600);

        assertThat(Bindings.lock(process).inspect()).isEqualTo(new OwnerState.Invalid("is a pipe"));
        Bindings.assertRefused(
                () -> Bindings.recovery(process).recover(_ -> {}),
                ErrorCode.LOCK_UNREADABLE,
                ExitCode.HELD);
    }

    @Test
    void j24_a_number_that_came_round_is_never_signalled() throws IOException {
        SimProcess owner = host.start("owner");
        String record = Bindings.nodeRecord(owner);
        owner.kill();
        SimProcess stranger = host.startAgainAs("stranger", owner.pid());
        Bindings.putLock(host, record);

        Stopped stopped = new Stopping(process.world(), Bindings.open(process)).stop("stop");

        assertThat(stopped.signal()).isEqualTo(new Signal.Nobody());
        assertThat(stranger.isAskedToEnd()).isFalse();
        assertThat(process.world().processes().terminate(stranger.pid(), owner.start()))
                .isEqualTo(Processes.Request.REUSED);
    }

    @Test
    void j24_a_lock_that_was_replaced_is_left_alone_whatever_number_it_has() throws IOException {
        Ownership owner = Bindings.lock(process).claim();
        Bindings.remove(host, "run.lock");
        Bindings.putLock(host, Bindings.nodeRecord(process));

        Bindings.assertRefused(owner::requireOwned, ErrorCode.OWNERSHIP_LOST, ExitCode.HELD);
        assertThat(owner.release()).isEqualTo(Release.LOST);
        assertThat(Bindings.visible(host)).containsExactly("run.lock");
    }

    @Test
    void a_second_owner_is_refused_even_when_somebody_has_removed_the_lock() throws IOException {
        Ownership owner = Bindings.lock(host.start("owner")).claim();
        Bindings.remove(host, "run.lock");

        Bindings.assertRefused(
                () -> Bindings.lock(process).claim(), ErrorCode.LOCK_HELD, ExitCode.HELD);
        Bindings.assertRefused(owner::requireMayBegin, ErrorCode.OWNERSHIP_LOST, ExitCode.HELD);
    }

    private static NodeConnector node(SimProcess process) throws IOException {
        return new NodeConnector(process, Bindings.open(process));
    }
}
