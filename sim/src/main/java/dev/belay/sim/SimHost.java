package dev.belay.sim;

import dev.belay.sim.disk.SimDisk;
import dev.belay.sim.disk.Survivors;
import dev.belay.system.Processes;
import dev.belay.system.occupancy.Occupancy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// A machine: one disk, one clock, and the processes of one boot.
///
/// - **Threads:** one at a time.
public final class SimHost {
    private static final long FIRST_PID = 1_000;
    private static final long TICKS_PER_PROCESS = 7;

    private final SimDisk disk;
    private final SimClock clock;
    private final int boot;
    private final List<SimProcess> processes = new ArrayList<>();
    private final Map<String, Long> lastPids = new HashMap<>();
    private long started;
    private boolean hidesStats;

    /// A machine with an empty disk.
    public SimHost() {
        this(new SimClock());
    }

    private SimHost(SimClock clock) {
        this(new SimDisk(clock), clock, 1);
    }

    private SimHost(SimDisk disk, SimClock clock, int boot) {
        this.disk = disk;
        this.clock = clock;
        this.boot = boot;
    }

    public SimDisk disk() {
        return disk;
    }

    public SimClock clock() {
        return clock;
    }

    /// The number of this boot, from 1.
    public int boot() {
        return boot;
    }

    /// The number, in the initial namespace, of the process started last.
    public long lastPid() {
        return processes.getLast().hostPid();
    }

    /// Starts a process in the initial PID namespace.
    public SimProcess start(String name) {
        return start(name, Processes.INITIAL_NAMESPACE);
    }

    /// Starts a process in a PID namespace, where the first one has the number 1.
    public SimProcess start(String name, String namespace) {
        long hostPid = nextPid(Processes.INITIAL_NAMESPACE, FIRST_PID);
        boolean isInitial = namespace.equals(Processes.INITIAL_NAMESPACE);
        return start(name, namespace, isInitial ? hostPid : nextPid(namespace, 1), hostPid);
    }

    private SimProcess start(String name, String namespace, long pid, long hostPid) {
        started++;
        // No two processes of one boot start in the same tick, as two with one number never do.
        long start = clock.elapsed().toMillis() / 10 + TICKS_PER_PROCESS * started;
        long seed = boot * 1_000_003L + started;
        SimProcess process =
                new SimProcess(
                        this,
                        name,
                        new SimProcess.Identity(
                                pid, hostPid, namespace, Long.toString(start), seed));
        processes.add(process);
        return process;
    }

    /// Gives the next process in the initial namespace the number of a dead one.
    public void reusePid(long pid) {
        lastPids.put(Processes.INITIAL_NAMESPACE, pid - 1);
    }

    /// Starts a process in the initial namespace with the number that a dead one had.
    public SimProcess startAgainAs(String name, long pid) {
        reusePid(pid);
        return start(name);
    }

    private long nextPid(String namespace, long first) {
        long pid = lastPids.getOrDefault(namespace, first - 1) + 1;
        while (find(namespace, pid).isPresent()) {
            pid++;
        }
        lastPids.put(namespace, pid);
        return pid;
    }

    private Optional<SimProcess> find(String namespace, long pid) {
        boolean isInitial = namespace.equals(Processes.INITIAL_NAMESPACE);
        return processes.stream()
                .filter(SimHost::isPresent)
                .filter(other -> isInitial || other.namespace().equals(namespace))
                .filter(other -> (isInitial ? other.hostPid() : other.pid()) == pid)
                .findFirst();
    }

    /// From now on no process can read another one's stat, as with `hidepid`.
    public void hideStats() {
        hidesStats = true;
    }

    /// The same machine with a copy of everything durable and visible, and all processes killed.
    public SimHost afterKill() {
        SimClock time = clock.copy();
        SimHost copy = new SimHost(disk.copy(time), time, boot);
        copy.lastPids.putAll(lastPids);
        copy.started = started;
        copy.hidesStats = hidesStats;
        return copy;
    }

    /// The machine after a power cut and its next boot, where the first process has the number and
    /// the start time that the first one of this boot had.
    public SimHost afterCut(Survivors survivors, int choice) {
        SimClock time = clock.afterBoot();
        return new SimHost(survivors.disk(choice, time), time, boot + 1);
    }

    String bootId() {
        return new UUID(0x4000L | ((long) boot << 32), 0x8000_0000_0000_0001L).toString();
    }

    boolean hidesStats() {
        return hidesStats;
    }

    /// The process that `pid` means to `asker`, which sees only its own namespace and those below.
    Optional<SimProcess> find(SimProcess asker, long pid) {
        return find(asker.namespace(), pid);
    }

    /// A process other than `asker` that has something open at `top` or below.
    Optional<Occupancy.Use> user(Path top, SimProcess asker) {
        return processes.stream()
                .filter(other -> other != asker && other.isAlive())
                .filter(other -> disk.isUsed(top, other.caller()))
                .map(other -> new Occupancy.Use(other.pid(), "has it open", true))
                .findFirst();
    }

    void ended(SimProcess process) {
        disk.end(process.caller());
    }

    private static boolean isPresent(SimProcess process) {
        return process.isAlive() || process.state() == 'Z';
    }
}
