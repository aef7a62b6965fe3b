package dev.belay.sim.fault;

import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.DiskFault;
import java.nio.file.Path;

/// A disk whose n-th call fails, or every call from the n-th on.
///
/// Only the calls that can fail in the given way are counted. A failed call has had no effect, with
/// one exception: a failed sync of a simulated disk gives up what it should have made durable, so
/// that a second sync, though it succeeds, is worth nothing.
///
/// - **Threads:** one at a time.
public final class FaultyDisk implements Disk {
    /// Code that goes on after so many failures does not end.
    private static final int FAILURES_MAX = 100_000;

    private final Disk disk;
    private final Fault fault;
    private final int first;
    private final boolean isLasting;
    private int calls;
    private String hit = "";

    private FaultyDisk(Disk disk, Fault fault, int first, boolean isLasting) {
        this.disk = disk;
        this.fault = fault;
        this.first = first;
        this.isLasting = isLasting;
    }

    /// Fails once, at the call number `call`, counted from 1.
    public static FaultyDisk failingOnce(Disk disk, Fault fault, int call) {
        return new FaultyDisk(disk, fault, call, false);
    }

    /// Fails at the call number `call` and at each later one.
    public static FaultyDisk failingFrom(Disk disk, Fault fault, int call) {
        return new FaultyDisk(disk, fault, call, true);
    }

    /// Whether any call has failed.
    public boolean hasFailed() {
        return !hit.isEmpty();
    }

    /// The first call that failed, for a report; empty when none has.
    public String hit() {
        return hit;
    }

    /// How many calls there were that can fail in this way.
    public int calls() {
        return calls;
    }

    @Override
    public Directory open(Path path, String label) throws DiskFault {
        check(Touch.OPEN, "open", label);
        return new FaultyDirectory(this, disk.open(path, label));
    }

    /// Counts a call, and throws when it is to fail.
    void check(Touch touch, String operation, String label) throws DiskFault {
        if (isHit(touch, operation, label)) {
            throw new DiskFault(operation, label, fault.errno());
        }
    }

    /// Counts a read or write, and tells how many bytes it shall handle.
    int length(Touch touch, String label, int wanted) throws DiskFault {
        String operation = touch == Touch.READ ? "read" : "write";
        if (fault != Fault.SHORT) {
            check(touch, operation, label);
            return wanted;
        }
        return wanted > 1 && isHit(touch, operation, label) ? wanted / 2 : wanted;
    }

    boolean isHit(Touch touch, String operation, String label) {
        if (!fault.canHit(touch)) {
            return false;
        }
        calls++;
        boolean isHit = isLasting ? calls >= first : calls == first;
        if (calls - first > FAILURES_MAX) {
            throw new AssertionError("does not end; it is at: " + operation + " " + label);
        }
        if (isHit && hit.isEmpty()) {
            hit = operation + " " + label;
        }
        return isHit;
    }
}
