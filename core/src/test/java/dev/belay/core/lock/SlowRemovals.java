package dev.belay.core.lock;

import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Waiting;
import java.time.Duration;

/// A directory in which it takes a while to remove a lock or a claim, so that others go on
/// meanwhile without a preemption.
final class SlowRemovals extends AlteredDirectory {
    private static final Duration WHILE = Duration.ofMillis(1);

    private final Waiting waiting;

    private SlowRemovals(Directory directory, Waiting waiting) {
        super(directory);
        this.waiting = waiting;
    }

    static Directory of(Directory directory, SimProcess process) {
        return new SlowRemovals(directory, process.world().waiting());
    }

    @Override
    public void unlink(String name) throws DiskFault {
        if (name.equals(BrokenStep.LOCK) || BrokenStep.isClaim(name)) {
            waiting.pause(WHILE);
        }
        super.unlink(name);
    }

    /// A claim that is given to nobody goes by a rename; one that is removed, by an unlink.
    @Override
    public void rename(String from, Directory target, String to) throws DiskFault {
        if (BrokenStep.isClaim(to)) {
            waiting.pause(WHILE);
        }
        super.rename(from, target, to);
    }
}
