package dev.belay.connector.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.error.Refusal;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Budget;
import dev.belay.sim.explore.Explored;
import dev.belay.sim.explore.Preparation;
import dev.belay.sim.explore.Scheduler;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Ownership and brake under every schedule of three processes, with kills.
class OwnershipSimulation {
    /// A Node process that pauses for longer than we watch what it does is beyond us, and that
    /// takes two: one to pause, and one to let time pass.
    private static final int ONE = 1;

    @Test
    void two_services_and_a_stop() throws IOException {
        explore(
                "two services, a stop, and a dead lock",
                scheduler(Bindings::deadNodeLock)
                        .process("a", Business.service())
                        .process("b", Business.service())
                        .process("s", Business.stop())
                        .check(OwnershipSimulation::opens));
    }

    @Test
    void a_run_a_recover_and_an_unlock() throws IOException {
        explore(
                "a run, a recover, an unlock, and a dead lock",
                scheduler(Bindings::deadNodeLock)
                        .process("a", Business.run())
                        .process("r", Business.recover())
                        .process("u", Business.unlock())
                        .kills(2)
                        .check(OwnershipSimulation::opens));
    }

    @Test
    void two_recovers_and_a_run() throws IOException {
        explore(
                "two recovers, a run, and a dead lock",
                scheduler(Bindings::deadNodeLock)
                        .process("r", Business.recover())
                        .process("q", Business.recover())
                        .process("a", Business.service())
                        .reusingPids()
                        .check(OwnershipSimulation::opens));
    }

    @Test
    void two_stops_and_a_recover() throws IOException {
        explore(
                "two stops, a recover, and a dead lock",
                scheduler(Bindings::deadNodeLock)
                        .process("r", Business.recover())
                        .process("s", Business.stop())
                        .process("t", Business.stop())
                        .check(OwnershipSimulation::opens));
    }

    @Test
    void owners_in_two_containers() throws IOException {
        explore(
                "two services in two containers, a stop",
                scheduler(Bindings::prepareEmpty)
                        .process("a", Business.service())
                        .process("b", Bindings.CONTAINER, Business.service())
                        .process("s", Business.stop())
                        .check(OwnershipSimulation::opens));
    }

    @Test
    void a_service_beside_a_run_of_node() throws IOException {
        explore(
                "a service, a recover, a Node run, and a dead lock",
                scheduler(Bindings::deadNodeLock)
                        .preemptions(ONE)
                        .process("a", Business.service())
                        .process("r", Business.recover())
                        .process("n", Business.nodeRun())
                        .check(Business::check));
    }

    @Test
    void a_node_start_that_pauses_after_it_made_the_lock() throws IOException {
        explore(
                "a service and a Node run",
                scheduler(Bindings::prepareEmpty)
                        .preemptions(2)
                        .process("n", Business.nodeRun())
                        .process("a", Business.service())
                        .check(Business::check));
    }

    @Test
    void a_service_beside_a_recover_of_node() throws IOException {
        explore(
                "a service, a Node recover, a Node run, and a dead lock",
                scheduler(Bindings::deadNodeLock)
                        .preemptions(ONE)
                        .process("a", Business.service())
                        .process("m", Business.nodeRecover())
                        .process("n", Business.nodeRun())
                        .check(Business::check));
    }

    @Test
    void a_service_beside_a_stop_of_node() throws IOException {
        explore(
                "a service, a Node stop, a stop, and a dead lock",
                scheduler(Bindings::deadNodeLock)
                        .preemptions(ONE)
                        .process("a", Business.service())
                        .process("t", Business.nodeStop())
                        .process("s", Business.stop())
                        .check(Business::check));
    }

    @Test
    void owners_whose_lock_is_removed_by_hand() throws IOException {
        explore(
                "two runs, and somebody who removes the lock",
                scheduler(Bindings::prepareEmpty)
                        .preemptions(Budget.current().of(2, 3))
                        .process("a", Business.run())
                        .process("b", Business.run())
                        .process("hand", Business.hand())
                        .check(Business::check));
    }

    @Test
    void a_stop_while_node_clears_its_own() throws IOException {
        explore(
                "a stop, a run, and a Node process that clears its processing stop",
                scheduler(OwnershipSimulation::prepareProcessingStop)
                        .preemptions(ONE)
                        .process("s", Business.stop())
                        .process("n", Business.nodeUnhold())
                        .process("a", Business.run())
                        .check(Business::check));
    }

    static void prepareProcessingStop(SimHost host) throws IOException {
        Bindings.prepare(host);
        SimProcess holder = host.start("holder");
        Bindings.processing(holder).hold(Bindings.GENERATION);
        holder.kill();
    }

    static Scheduler<Business> scheduler(Preparation preparation) throws IOException {
        return Scheduler.with(Business::new, Business::toString)
                .prepare(preparation)
                .preemptions(Budget.current().of(1, 2));
    }

    static void explore(String what, Scheduler<Business> scheduler) {
        Explored explored = scheduler.explore();

        System.out.println(what + ": " + explored);
        assertThat(explored.states()).isGreaterThan(100);
    }

    /// Whatever happened: confirmed brakes stand, and without any a service gets the binding.
    static void opens(SimProcess process, Business business) throws IOException {
        Business.check(process, business);
        if (business.isBraked()) {
            return;
        }
        // One that was killed while it braked or unlocked may have left its STOP.
        if (Bindings.isSomebodysStop(process.host())) {
            return;
        }
        try {
            Business.service().run(process, business);
        } catch (Refusal refusal) {
            throw new AssertionError(refusal.getMessage(), refusal);
        }
        assertThat(business.isOwned(process.name())).as(business::toString).isTrue();
    }
}
