package dev.belay.sim.disk;

import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Gate;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import java.util.function.BooleanSupplier;

/// The way of one process into one file system.
record Access(FileTree tree, Caller caller) {
    /// What a call does, once it has passed the gate.
    @FunctionalInterface
    interface Action<T> {
        T run() throws DiskFault;
    }

    /// Passes the gate, acts in one step, and tells the gate what came of it.
    <T> T call(Call call, Action<T> action) throws DiskFault {
        return call(call, () -> true, action);
    }

    /// Like [#call(Call, Action)], but waits after the gate until `ready` holds.
    <T> T call(Call call, BooleanSupplier ready, Action<T> action) throws DiskFault {
        caller.gate().pass(call);
        if (!ready.getAsBoolean()) {
            caller.gate().await(call, ready, Gate.UNLIMITED);
        }
        try {
            T result;
            synchronized (tree) {
                result = action.run();
            }
            caller.gate().returned(result);
            return result;
        } catch (DiskFault fault) {
            caller.gate().returned(fault.errno());
            throw fault;
        }
    }

    static DiskFault fault(Call call, Errno errno) {
        return new DiskFault(call.operation(), call.label(), errno);
    }
}
