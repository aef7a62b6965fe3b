package dev.belay.sim.fault;

import dev.belay.sim.disk.Droppable;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import java.time.Duration;

/// A file of a [FaultyDisk].
final class FaultyFile implements OpenFile {
    private final FaultyDisk faults;
    private final OpenFile file;

    FaultyFile(FaultyDisk faults, OpenFile file) {
        this.faults = faults;
        this.file = file;
    }

    @Override
    public String label() {
        return file.label();
    }

    @Override
    public FileStatus status() throws DiskFault {
        faults.check(Touch.LOOK, "status", label());
        return file.status();
    }

    @Override
    public int read(byte[] buffer, int offset, int length, long position) throws DiskFault {
        int count = faults.length(Touch.READ, label(), length);
        return file.read(buffer, offset, count, position);
    }

    @Override
    public int write(byte[] buffer, int offset, int length, long position) throws DiskFault {
        int count = faults.length(Touch.WRITE, label(), length);
        return file.write(buffer, offset, count, position);
    }

    @Override
    public void truncate(long sizeBytes) throws DiskFault {
        faults.check(Touch.TRUNCATE, "truncate", label());
        file.truncate(sizeBytes);
    }

    @Override
    public void sync() throws DiskFault {
        checkSync("sync");
        file.sync();
    }

    @Override
    public void syncData() throws DiskFault {
        checkSync("syncData");
        file.syncData();
    }

    private void checkSync(String operation) throws DiskFault {
        try {
            faults.check(Touch.SYNC, operation, label());
        } catch (DiskFault fault) {
            if (file instanceof Droppable droppable) {
                droppable.dropUnsynced();
            }
            throw fault;
        }
    }

    @Override
    public boolean tryLock() throws DiskFault {
        faults.check(Touch.LOCK, "tryLock", label());
        return file.tryLock();
    }

    @Override
    public boolean lock(Duration limit) throws DiskFault {
        faults.check(Touch.LOCK, "lock", label());
        return file.lock(limit);
    }

    @Override
    public void unlock() {
        file.unlock();
    }

    @Override
    public boolean tryLockRange(long start, long length) throws DiskFault {
        faults.check(Touch.LOCK, "tryLockRange", label());
        return file.tryLockRange(start, length);
    }

    @Override
    public void close() {
        file.close();
    }
}
