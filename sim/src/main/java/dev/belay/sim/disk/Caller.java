package dev.belay.sim.disk;

import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Gate;
import dev.belay.system.DiskFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// One process as the disk sees it: what it may do, what it has open, and the gate it passes.
public final class Caller {
    /// Bits that [SimDisk] takes from the permissions of what is created.
    static final int UMASK = 0022;

    /// The user id of every process, and the owner of what is created.
    public static final long USER = 1000;

    private static final Duration FOREVER = Duration.ofDays(1_000);

    private final String name;
    private final Gate gate;
    private final boolean isPrivileged;
    private final Set<Handle> handles = new LinkedHashSet<>();

    /// A process of the ordinary user.
    public Caller(String name, Gate gate) {
        this(name, gate, false);
    }

    private Caller(String name, Gate gate, boolean isPrivileged) {
        this.name = name;
        this.gate = gate;
        this.isPrivileged = isPrivileged;
    }

    /// One that permissions do not bind and that nothing stops.
    static Caller privileged() {
        return new Caller("test", Gate.OPEN, true);
    }

    /// Something open that the kernel closes when the process ends.
    interface Handle {
        void drop();

        Inode inode();
    }

    /// What a call does, once it has passed the gate.
    @FunctionalInterface
    interface Action<T> {
        T run() throws DiskFault;
    }

    public String name() {
        return name;
    }

    long user() {
        return USER;
    }

    boolean isPrivileged() {
        return isPrivileged;
    }

    Gate gate() {
        return gate;
    }

    /// Passes the gate, acts in one step, and tells the gate what came of it.
    <T> T call(FileTree tree, Call call, Action<T> action) throws DiskFault {
        return call(tree, call, () -> true, action);
    }

    /// Like [#call(FileTree, Call, Action)], but waits after the gate until `ready` holds.
    <T> T call(FileTree tree, Call call, BooleanSupplier ready, Action<T> action) throws DiskFault {
        gate.pass(call);
        if (!ready.getAsBoolean()) {
            gate.await(call, ready, FOREVER);
        }
        try {
            T result;
            synchronized (tree) {
                result = action.run();
            }
            gate.returned(result);
            return result;
        } catch (DiskFault fault) {
            gate.returned(fault.errno());
            throw fault;
        }
    }

    void opened(Handle handle) {
        handles.add(handle);
    }

    void closed(Handle handle) {
        handles.remove(handle);
    }

    List<Handle> handles() {
        return new ArrayList<>(handles);
    }
}
