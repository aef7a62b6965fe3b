package dev.belay.system.local;

import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import java.time.Duration;
import java.util.Objects;

/// A file by its descriptor.
final class LocalOpenFile implements OpenFile {
    private static final int AT_END = -1;

    private final Descriptor descriptor;
    private final String label;
    private final boolean appends;
    private final WaitedLock lock;

    LocalOpenFile(Descriptor descriptor, String label, boolean appends) {
        this.descriptor = descriptor;
        this.label = label;
        this.appends = appends;
        this.lock = new WaitedLock(descriptor);
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public FileStatus status() throws DiskFault {
        checked("status", descriptor.use(Posix::fstat));
        return Abi.status(Scratch.ofThread());
    }

    @Override
    public int read(byte[] buffer, int offset, int length, long position) throws DiskFault {
        Objects.checkFromIndexSize(offset, length, buffer.length);
        Scratch scratch = Scratch.ofThread();
        int wanted = scratch.reserve(length);
        int count = checked("read", descriptor.use(file -> Posix.pread(file, wanted, position)));
        scratch.takeContent(buffer, offset, count);
        return count == 0 && length > 0 ? AT_END : count;
    }

    @Override
    public int write(byte[] buffer, int offset, int length, long position) throws DiskFault {
        Objects.checkFromIndexSize(offset, length, buffer.length);
        Scratch scratch = Scratch.ofThread();
        int wanted = scratch.reserve(length);
        scratch.putContent(buffer, offset, wanted);
        return checked(
                "write",
                descriptor.use(file ->
                        appends
                                ? Posix.write(file, wanted)
                                : Posix.pwrite(file, wanted, position)));
    }

    @Override
    public void truncate(long sizeBytes) throws DiskFault {
        checked("truncate", descriptor.use(file -> Posix.ftruncate(file, sizeBytes)));
    }

    @Override
    public void startSync() {
        descriptor.use(Posix::startWriteback); // What comes of it, the sync will tell.
    }

    @Override
    public void sync() throws DiskFault {
        checked("fsync", descriptor.use(Posix::fsync));
    }

    @Override
    public void syncData() throws DiskFault {
        checked("fdatasync", descriptor.use(Posix::fdatasync));
    }

    @Override
    public boolean tryLock() throws DiskFault {
        return isTaken(lock.tryTake());
    }

    @Override
    public boolean lock(Duration limit) throws DiskFault {
        return isTaken(lock.take(limit));
    }

    @Override
    public void unlock() {
        lock.drop();
    }

    @Override
    public boolean tryLockRange(long start, long length) throws DiskFault {
        int result = descriptor.use(file -> Posix.lockRange(file, start, length));
        return result != -Abi.EAGAIN && result != -Abi.EACCES && checked("lock", result) >= 0;
    }

    @Override
    public void close() {
        lock.close();
    }

    private boolean isTaken(int result) throws DiskFault {
        return result != -Abi.EAGAIN && checked("flock", result) >= 0;
    }

    private int checked(String operation, int result) throws DiskFault {
        return LocalDisk.checked(operation, label, result);
    }
}
