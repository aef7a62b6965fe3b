package dev.belay.connector.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.ownership.Ownership.Release;
import dev.belay.core.brake.Brake;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.CrashExplorer;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Preparation;
import dev.belay.sim.explore.Program;
import dev.belay.system.Directory;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// A crash at each step of owning, braking, unlocking, recovering, and clearing a binding.
class OwnershipCrashTest {
    @Test
    void any_crash_of_a_service_leaves_a_binding_that_the_next_one_gets() throws IOException {
        report("a service", explorer(Bindings::prepareEmpty, OwnershipCrashTest::serve));
    }

    @Test
    void any_crash_of_a_recover_leaves_a_binding_that_the_next_service_gets() throws IOException {
        report("a recover", explorer(Bindings::deadNodeLock, OwnershipCrashTest::serve));
    }

    @Test
    void any_crash_of_a_recover_from_a_cut_off_start_of_node_leaves_no_trace() throws IOException {
        report(
                "a recover from an empty lock",
                explorer(
                        host -> {
                            Bindings.prepare(host);
                            Bindings.makeLock(host);
                        },
                        OwnershipCrashTest::serve));
    }

    @Test
    void any_crash_of_a_stop_leaves_the_brake_set_or_not() throws IOException {
        CrashExplorer<Object> explorer =
                CrashExplorer.alone()
                        .prepare(Bindings::prepareEmpty)
                        .run((process, _) -> stop(process, "first"))
                        .restart((process, _) -> stop(process, "second"))
                        .check((process, _) -> {
                            BindingStop stop = Bindings.stop(process);
                            assertThat(stop.isSet()).isTrue();
                            assertThat(stop.read().orElseThrow().holds("second")).isTrue();
                            clear(process);
                            serve(process, "");
                        });

        report("a stop", explorer);
    }

    @Test
    void any_crash_of_an_unlock_leaves_the_lock_or_the_brake() throws IOException {
        CrashExplorer<Object> explorer =
                CrashExplorer.alone()
                        .prepare(Bindings::deadNodeLock)
                        .run((process, _) -> unlock(process))
                        .restart((process, _) -> unlock(process))
                        .check((process, _) -> {
                            assertThat(Bindings.visible(process.host())).containsExactly("STOP");
                            clear(process);
                            serve(process, "");
                        });

        report("an unlock", explorer);
    }

    @Test
    void any_crash_of_a_clear_leaves_the_brake_set_or_cleared() throws IOException {
        CrashExplorer<Object> explorer =
                CrashExplorer.alone()
                        .prepare(host -> {
                            Bindings.prepare(host);
                            Bindings.stop(host.start("operator")).add("maintenance");
                        })
                        .run((process, _) -> clear(process))
                        .restart((process, _) -> {
                            refusedOrServed(process);
                            clear(process);
                            serve(process, "");
                        })
                        .check((process, _) -> assertClean(process.host()));

        report("a clear", explorer);
    }

    @Test
    void any_crash_of_a_processing_stop_keeps_a_confirmed_one() throws IOException {
        CrashExplorer<Object> explorer =
                CrashExplorer.alone()
                        .prepare(Bindings::prepareEmpty)
                        .run((process, _) -> {
                            ProcessingStops stops = Bindings.processing(process);
                            stops.hold(Bindings.GENERATION);
                            stops.unhold(Bindings.GENERATION);
                        })
                        .restart((process, _) ->
                                Bindings.processing(process).hold(Bindings.GENERATION))
                        .check((process, _) -> {
                            BindingStop stop = Bindings.stop(process);
                            assertThat(stop.read().orElseThrow())
                                    .matches(t -> t.holds("processing:" + Bindings.GENERATION));
                        });

        report("a processing stop", explorer);
    }

    private static CrashExplorer<Object> explorer(
            Preparation preparation, Program<Object> operation) throws IOException {
        return CrashExplorer.alone()
                .prepare(preparation)
                .run(operation)
                .restart(OwnershipCrashTest::serve)
                .check((process, around) -> {
                    serve(process, around);
                    assertClean(process.host());
                });
    }

    /// Nothing is left that anybody reads, and of the rest only what the next one removes.
    private static void assertClean(SimHost host) throws IOException {
        assertThat(Bindings.names(host))
                .allMatch(name -> name.equals(BindingStop.SPARE) || name.startsWith(".stop.lock."));
    }

    /// What a supervised service does.
    private static void serve(SimProcess process, Object around) throws IOException {
        try (Directory binding = Bindings.open(process)) {
            new Recovery(process.world(), binding, Bindings.WAIT).recover(_ -> {});
            Ownership owner = new RunLock(process.world(), binding, Bindings.WAIT).claim();
            owner.requireMayBegin();
            assertThat(owner.release()).isEqualTo(Release.RELEASED);
        }
    }

    /// After a crash of a clear, the brake stands or does not; if not, it does not come back later.
    private static void refusedOrServed(SimProcess process) throws IOException {
        try {
            serve(process, "");
            assertThat(Bindings.visible(process.host())).isEmpty();
        } catch (Refusal refusal) {
            assertThat(refusal.code()).isEqualTo(ErrorCode.BRAKED);
            assertThat(Bindings.text(process.host(), "STOP")).contains("maintenance");
        }
    }

    private static void stop(SimProcess process, String reason) throws IOException {
        try (Directory binding = Bindings.open(process)) {
            assertThat(new BindingStop(process.world(), binding).add(reason))
                    .isEqualTo(new Brake(true, true));
        }
    }

    private static void unlock(SimProcess process) throws IOException {
        try (Directory binding = Bindings.open(process)) {
            new Recovery(process.world(), binding, Bindings.WAIT).unlock("unlock", _ -> {});
        }
    }

    static void clear(SimProcess process) throws IOException {
        try (Directory binding = Bindings.open(process)) {
            BindingStop stop = new BindingStop(process.world(), binding);
            var text = stop.read();
            if (text.isPresent()) {
                assertThat(stop.clear(text.get())).isTrue();
            }
        }
    }

    private static void report(String what, CrashExplorer<Object> explorer) {
        Explored explored = explorer.explore();

        System.out.println("crashes of " + what + ": " + explored);
        assertThat(explored.states()).isGreaterThan(20);
    }
}
