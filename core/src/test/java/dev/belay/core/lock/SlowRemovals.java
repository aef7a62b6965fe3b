package dev.belay.core.lock;

import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Waiting;
import java.time.Duration;

/// A directory in which it takes a while to remove a lock, so that others go on meanwhile without a
/// preemption.
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
        if (name.equals(BrokenStep.LOCK)) {
            waiting.pause(WHILE);
        }
        super.unlink(name);
    }
}
