package dev.belay.connector.ownership;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.sim.SimProcess;
import dev.belay.sim.explore.Invariant;
import dev.belay.sim.explore.Program;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What a binding is owned for, who owns it, and who has braked it.
final class Business {
    static final Invariant ONE_OWNER = new Invariant("never two owners");
    static final Invariant LIVE_KEPT = new Invariant("never a live owner's lock removed");
    static final Invariant STOP_KEPT = new Invariant("never a confirmed brake removed");
    static final Invariant STOPPED = new Invariant("never a claim after a confirmed brake");

    private final List<SimProcess> owners = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private final Set<String> brakes = new TreeSet<>();
    private boolean isLockRemovedByHand;
    private boolean isLate;

    /// Owns the binding for a while.
    static Program<Business> run() {
        return (process, business) -> {
            try (Directory binding = Bindings.open(process)) {
                Directory noting = new Noting(binding, business);
                business.run(process, new RunLock(process.world(), noting, Bindings.WAIT));
            }
        };
    }

    /// Notes whether a claim is published after a confirmed brake.
    private static final class Noting extends AlteredDirectory {
        private final Business business;

        Noting(Directory directory, Business business) {
            super(directory);
            this.business = business;
        }

        @Override
        public void renameNoReplace(String from, Directory target, String to) throws DiskFault {
            boolean isBraked = business.isBraked();
            super.renameNoReplace(from, target, to);
            if (to.equals("run.lock")) {
                business.isLate = isBraked;
            }
        }
    }

    /// Removes the lock by hand, whoever has it.
    static Program<Business> hand() {
        return (process, business) -> {
            if (process.call(
                    "rm -r",
                    "run.lock",
                    () -> {
                        try {
                            boolean isThere = Bindings.names(process.host()).contains("run.lock");
                            if (isThere) {
                                Bindings.remove(process.host(), "run.lock");
                            }
                            return isThere;
                        } catch (DiskFault fault) {
                            throw new AssertionError(fault);
                        }
                    })) {
                business.isLockRemovedByHand = true;
            }
        };
    }

    /// The same in the Node program.
    static Program<Business> nodeRun() {
        return (process, business) -> {
            try (Directory binding = Bindings.open(process)) {
                business.runAsNode(process, new NodeConnector(process, binding));
            }
        };
    }

    static Program<Business> recover() {
        return (process, business) -> {
            try (Directory binding = Bindings.open(process)) {
                Recovery recovery = new Recovery(process.world(), binding, Bindings.WAIT);
                business.note(process, () -> recovery.recover(_ -> {}));
            }
        };
    }

    /// A service: recovers before it runs.
    static Program<Business> service() {
        return (process, business) -> {
            recover().run(process, business);
            run().run(process, business);
        };
    }

    static Program<Business> unlock() {
        return (process, business) -> {
            try (Directory binding = Bindings.open(process)) {
                Recovery recovery = new Recovery(process.world(), binding, Bindings.WAIT);
                String reason = "unlock by " + process.name();
                business.note(
                        process,
                        () -> {
                            Object result = recovery.unlock(reason, _ -> {});
                            business.braked(reason);
                            return result;
                        });
            }
        };
    }

    static Program<Business> stop() {
        return (process, business) -> {
            try (Directory binding = Bindings.open(process)) {
                String reason = "stop by " + process.name();
                boolean kept = new BindingStop(process.world(), binding).add(reason).reasonKept();
                business.braked(kept ? reason : "");
            }
        };
    }

    static Program<Business> nodeRecover() {
        return (process, business) -> {
            try (Directory binding = Bindings.open(process)) {
                NodeConnector node = new NodeConnector(process, binding);
                business.note(
                        process,
                        () -> {
                            node.recover();
                            return "recovered";
                        });
            }
        };
    }

    /// Clears the processing stop.
    static Program<Business> nodeUnhold() {
        return (process, business) -> {
            try (Directory binding = Bindings.open(process)) {
                NodeConnector node = new NodeConnector(process, binding);
                business.note(process, () -> node.unhold(Bindings.GENERATION));
            }
        };
    }

    static Program<Business> nodeStop() {
        return (process, business) -> {
            try (Directory binding = Bindings.open(process)) {
                String reason = "stop by " + process.name();
                NodeConnector node = new NodeConnector(process, binding);
                business.note(
                        process,
                        () -> {
                            node.stop(reason);
                            // It does not see when a torn line of a dead writer precedes its own.
                            business.braked("");
                            return "stopped";
                        });
            }
        };
    }

    private interface Work {
        Object run() throws IOException;
    }

    private void note(SimProcess process, Work work) throws IOException {
        try {
            log.add(process.name() + " " + work.run());
        } catch (Refusal refusal) {
            log.add(process.name() + " " + refusal.code());
        } catch (NodeConnector.Refused refused) {
            log.add(process.name() + " " + refused.getMessage());
        } catch (IOException failure) {
            log.add(process.name() + " fails");
        }
    }

    private void run(SimProcess process, RunLock lock) throws IOException {
        Ownership owner;
        try {
            owner = lock.claim();
        } catch (Refusal refusal) {
            log.add(process.name() + " " + refusal.code());
            return;
        }
        enter(process, isLate);
        try {
            owner.requireMayBegin();
            process.call("work", "", () -> "");
        } catch (Refusal refusal) {
            LIVE_KEPT.check(
                    refusal.code() == ErrorCode.BRAKED || isLockRemovedByHand,
                    () -> process.name() + " " + refusal.getMessage());
        }
        leave(process);
        Ownership.Release release = owner.release();
        LIVE_KEPT.check(
                release == Ownership.Release.RELEASED || isLockRemovedByHand,
                () -> process.name() + " " + release);
    }

    private void runAsNode(SimProcess process, NodeConnector node) throws IOException {
        boolean isTooLate = !brakes.isEmpty();
        try {
            node.claim();
        } catch (IOException refused) {
            log.add(process.name() + " refused");
            return;
        }
        enter(process, isTooLate);
        process.call("work", "", () -> "");
        leave(process);
        note(
                process,
                () -> {
                    node.release();
                    return "released";
                });
    }

    private void enter(SimProcess process, boolean isTooLate) {
        STOPPED.check(!isTooLate, () -> process.name() + " owns in spite of " + brakes);
        owners.add(process);
        log.add(process.name() + " owns");
        ONE_OWNER.check(owners.stream().filter(SimProcess::isAlive).count() == 1, owners::toString);
        process.call("owned", "", () -> "");
        ONE_OWNER.check(owners.stream().filter(SimProcess::isAlive).count() == 1, owners::toString);
    }

    private void leave(SimProcess process) {
        ONE_OWNER.check(owners.stream().filter(SimProcess::isAlive).count() == 1, owners::toString);
        owners.remove(process);
    }

    /// A brake was confirmed, with this line, or with none.
    private void braked(String line) {
        brakes.add(line);
    }

    /// Whatever happened, confirmed brakes stand before anybody begins again.
    static void check(SimProcess process, Business business) throws IOException {
        recover().run(process, business);
        try (Directory binding = Bindings.open(process)) {
            BindingStop stop = new BindingStop(process.world(), binding);
            if (business.isBraked()) {
                new StopLock(process.world(), binding).clean();
                stop.settle(); // As each start does first, behind a killed recover.
            }
            for (String brake : business.brakes) {
                STOP_KEPT.check(stop.isSet(), () -> "no STOP, of " + business.brakes);
                STOP_KEPT.check(
                        brake.isEmpty() || stop.read().orElseThrow().holds(brake),
                        () -> "no line " + brake);
            }
        }
    }

    boolean isBraked() {
        return !brakes.isEmpty();
    }

    boolean isOwned(String name) {
        return log.contains(name + " owns");
    }

    /// All that decides how a run goes on.
    @Override
    public String toString() {
        return owners.stream().map(SimProcess::name).toList()
                + " "
                + log
                + " "
                + brakes
                + isLate
                + isLockRemovedByHand;
    }
}
