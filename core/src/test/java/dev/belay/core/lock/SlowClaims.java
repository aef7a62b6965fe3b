package dev.belay.core.lock;

import dev.belay.sim.SimProcess;
import dev.belay.sim.fault.AlteredDirectory;
import dev.belay.sim.fault.AlteredFile;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.Waiting;
import java.time.Duration;

/// A directory in which it takes a while to give up a claim, and a little longer until whoever has
/// read one judges it, so that others go on meanwhile without a preemption.
final class SlowClaims extends AlteredDirectory {
    private static final Duration GIVING_UP = Duration.ofMillis(2);
    private static final Duration READING = GIVING_UP.plusNanos(500_000);

    private final Waiting waiting;

    private SlowClaims(Directory directory, Waiting waiting) {
        super(directory);
        this.waiting = waiting;
    }

    static Directory of(Directory directory, SimProcess process) {
        return new SlowClaims(directory, process.world().waiting());
    }

    @Override
    public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
        OpenFile file = super.open(name, permissions, options);
        return BrokenStep.isClaim(name) ? new SlowlyRead(file, waiting) : file;
    }

    @Override
    public void rename(String from, Directory target, String to) throws DiskFault {
        givesUp(to);
        super.rename(from, target, to);
    }

    @Override
    public void unlink(String name) throws DiskFault {
        givesUp(name);
        super.unlink(name);
    }

    private void givesUp(String name) {
        if (BrokenStep.isClaim(name)) {
            waiting.pause(GIVING_UP);
        }
    }

    private static final class SlowlyRead extends AlteredFile {
        private final Waiting waiting;

        SlowlyRead(OpenFile file, Waiting waiting) {
            super(file);
            this.waiting = waiting;
        }

        @Override
        public void close() {
            super.close();
            waiting.pause(READING);
        }
    }
}
