package dev.belay.sim.fault;

import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import java.time.Duration;

/// A file that does what another does. Open to be subclassed by one that does not, in one thing.
public class AlteredFile implements OpenFile {
    private final OpenFile file;

    public AlteredFile(OpenFile file) {
        this.file = file;
    }

    @Override
    public String label() {
        return file.label();
    }

    @Override
    public FileStatus status() throws DiskFault {
        return file.status();
    }

    @Override
    public int read(byte[] buffer, int offset, int length, long position) throws DiskFault {
        return file.read(buffer, offset, length, position);
    }

    @Override
    public int write(byte[] buffer, int offset, int length, long position) throws DiskFault {
        return file.write(buffer, offset, length, position);
    }

    @Override
    public void truncate(long sizeBytes) throws DiskFault {
        file.truncate(sizeBytes);
    }

    @Override
    public void sync() throws DiskFault {
        file.sync();
    }

    @Override
    public void syncData() throws DiskFault {
        file.syncData();
    }

    @Override
    public boolean tryLock() throws DiskFault {
        return file.tryLock();
    }

    @Override
    public boolean lock(Duration limit) throws DiskFault {
        return file.lock(limit);
    }

    @Override
    public void unlock() {
        file.unlock();
    }

    @Override
    public boolean tryLockRange(long start, long length) throws DiskFault {
        return file.tryLockRange(start, length);
    }

    @Override
    public void close() {
        file.close();
    }
}
