package dev.belay.sim.disk;

import dev.belay.sim.gate.Gate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// One process as the disk sees it: what it may do, what it has open, and the gate it passes.
public final class Caller {
    /// Bits that [SimDisk] takes from the permissions of what is created.
    static final int UMASK = 0022;

    /// The user id of every process, and the owner of what is created.
    public static final long USER = 1000;

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
