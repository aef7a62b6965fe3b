package dev.belay.sim.disk;

import dev.belay.sim.SimHost;
import dev.belay.system.Disk;
import dev.belay.system.DiskContract;
import dev.belay.system.DiskFault;
import java.nio.file.Path;

/// The simulated disk keeps the contract of every disk, as an ordinary process sees it.
class SimDiskTest implements DiskContract {
    private final SimHost host = new SimHost();
    private final Disk disk = host.start("a").world().disk();

    SimDiskTest() throws DiskFault {
        host.disk().makeDirectories(path()).close();
    }

    @Override
    public Disk disk() {
        return disk;
    }

    @Override
    public Path path() {
        return Path.of("/data/below");
    }
}
