package dev.belay.system.local;

import dev.belay.system.Disk;
import dev.belay.system.DiskContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class LocalDiskTest implements DiskContract {
    private final Disk disk = LocalWorld.create().disk();
    private final Path path;

    LocalDiskTest(@TempDir Path path) {
        this.path = path;
    }

    @Override
    public Disk disk() {
        return disk;
    }

    @Override
    public Path path() {
        return path;
    }
}
