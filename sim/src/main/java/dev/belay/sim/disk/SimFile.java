package dev.belay.sim.disk;

import dev.belay.sim.gate.Call;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;

/// An open file of a [SimDisk], or a directory opened to be locked.
final class SimFile implements OpenFile, Caller.Handle, Droppable {
    private static final int SIZE_MAX = 1 << 30;

    private final Access access;
    private final FileTree tree;
    private final Caller caller;
    private final Inode inode;
    private final String label;
    private final Set<OpenOption> options;
    private boolean closed;

    SimFile(Access access, Inode inode, String label, Set<OpenOption> options) {
        this.access = access;
        this.tree = access.tree();
        this.caller = access.caller();
        this.inode = inode;
        this.label = label;
        this.options = options;
        inode.opens++;
        caller.opened(this);
    }

    static boolean writes(Set<OpenOption> options) {
        return options.contains(OpenOption.WRITE) || options.contains(OpenOption.APPEND);
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Inode inode() {
        return inode;
    }

    @Override
    public FileStatus status() throws DiskFault {
        Call call = Call.observes("status", label);
        return access.call(
                call,
                () -> {
                    checkOpen(call, true);
                    return inode.status(FileTree.DEVICE);
                });
    }

    @Override
    public int read(byte[] buffer, int offset, int length, long position) throws DiskFault {
        Objects.checkFromIndexSize(offset, length, buffer.length);
        Call call = Call.observes("read", label);
        int count =
                access.call(
                        call,
                        () -> {
                            checkOpen(call, options.contains(OpenOption.READ));
                            checkPosition(call, position);
                            return switch (inode.body) {
                                case FileContent content ->
                                        content.read(buffer, offset, length, position);
                                case Entries _ -> throw Access.fault(call, Errno.EISDIR);
                                case Inode.LinkText _, Inode.Special _ -> -1;
                            };
                        });
        caller.gate().returned(buffer, offset, Math.max(0, count));
        return count;
    }

    @Override
    public int write(byte[] buffer, int offset, int length, long position) throws DiskFault {
        Objects.checkFromIndexSize(offset, length, buffer.length);
        Call call = Call.changes("write", label);
        boolean isTorn = caller.gate().tearsWrites() && length > 1;
        byte[] bytes = Arrays.copyOfRange(buffer, offset, offset + length);
        byte[] first = isTorn ? Arrays.copyOf(bytes, length - length / 2) : bytes;
        int end = startWrite(call, first, position, isTorn);
        if (isTorn) {
            byte[] rest = Arrays.copyOfRange(bytes, first.length, length);
            finishWrite(Call.changes("write the rest of", label), rest, end);
        }
        return length;
    }

    /// Writes the first part, and tells where it ends.
    private int startWrite(Call call, byte[] first, long position, boolean isTorn)
            throws DiskFault {
        return awaitWriter(
                call,
                () -> {
                    checkOpen(call, writes(options));
                    checkPosition(call, position);
                    FileContent content = content(call);
                    long at = options.contains(OpenOption.APPEND) ? content.size() : position;
                    if (at + first.length > SIZE_MAX) {
                        throw Access.fault(call, Errno.EFBIG);
                    }
                    if (first.length > 0) {
                        content.write((int) at, first);
                        inode.contentChanged(tree.now());
                    }
                    if (isTorn) {
                        inode.writer = this;
                    }
                    return (int) at + first.length;
                });
    }

    private void finishWrite(Call call, byte[] rest, int position) throws DiskFault {
        access.call(
                call,
                () -> {
                    content(call).writeRest(position, rest);
                    inode.contentChanged(tree.now());
                    inode.writer = null;
                    return "";
                });
    }

    private static void checkPosition(Call call, long position) throws DiskFault {
        if (position < 0) {
            throw Access.fault(call, Errno.EINVAL);
        }
    }

    /// Acts once nobody is in the middle of a write to this file.
    private <T> T awaitWriter(Call call, Access.Action<T> action) throws DiskFault {
        return access.call(call, () -> inode.writer == null, action);
    }

    @Override
    public void truncate(long sizeBytes) throws DiskFault {
        Call call = Call.changes("truncate", label);
        awaitWriter(
                call,
                () -> {
                    checkOpen(call, true);
                    if (!writes(options) || sizeBytes < 0) {
                        throw Access.fault(call, Errno.EINVAL);
                    }
                    if (sizeBytes > SIZE_MAX) {
                        throw Access.fault(call, Errno.EFBIG);
                    }
                    content(call).truncate((int) sizeBytes);
                    inode.contentChanged(tree.now());
                    return "";
                });
    }

    @Override
    public void sync() throws DiskFault {
        sync(Call.syncs("sync", label), true);
    }

    @Override
    public void syncData() throws DiskFault {
        sync(Call.syncs("syncData", label), false);
    }

    private void sync(Call call, boolean withStatus) throws DiskFault {
        access.call(
                call,
                () -> {
                    checkOpen(call, true);
                    if (withStatus) {
                        inode.durablePermissions = inode.permissions;
                    }
                    switch (inode.body) {
                        case FileContent content -> content.sync();
                        case Entries entries -> entries.sync();
                        case Inode.LinkText _, Inode.Special _ ->
                                throw Access.fault(call, Errno.EINVAL);
                    }
                    return "";
                });
    }

    @Override
    public void dropUnsynced() {
        synchronized (tree) {
            switch (inode.body) {
                case FileContent content -> content.drop();
                case Entries entries -> entries.drop();
                case Inode.LinkText _, Inode.Special _ -> {}
            }
        }
    }

    @Override
    public boolean tryLock() throws DiskFault {
        Call call = Call.locks("tryLock", label);
        return access.call(call, () -> take(call));
    }

    @Override
    public boolean lock(Duration limit) throws DiskFault {
        Call call = Call.locks("lock", label);
        if (access.call(call, () -> take(call))) {
            return true;
        }
        boolean isFree = caller.gate().await(call, () -> inode.locker == null, limit);
        boolean isTaken;
        synchronized (tree) {
            isTaken = isFree && take(call);
        }
        caller.gate().returned(isTaken);
        return isTaken;
    }

    @Override
    public void unlock() {
        caller.gate()
                .pass(
                        inode.locker == this
                                ? Call.changes("unlock", label)
                                : Call.isPrivate("unlock", label));
        synchronized (tree) {
            if (inode.locker == this) {
                inode.locker = null;
            }
        }
    }

    @Override
    public boolean tryLockRange(long start, long length) throws DiskFault {
        Call call = Call.locks("tryLockRange", label);
        return access.call(
                call,
                () -> {
                    checkOpen(call, writes(options));
                    long end = start + length;
                    if (inode.ranges.stream().anyMatch(it -> it.keepsOut(this, start, end))) {
                        return false;
                    }
                    Inode.Range range = new Inode.Range(this, start, end);
                    if (!inode.ranges.contains(range)) {
                        inode.ranges.add(range);
                    }
                    return true;
                });
    }

    private boolean hasRange() {
        return inode.ranges.stream().anyMatch(range -> range.holder() == this);
    }

    private boolean take(Call call) throws DiskFault {
        checkOpen(call, true);
        if (inode.locker == null) {
            inode.locker = this;
        }
        return inode.locker == this;
    }

    @Override
    public void close() {
        boolean isVisible =
                inode.locker == this || hasRange() || (inode.names == 0 && inode.opens == 1);
        caller.gate()
                .pass(isVisible ? Call.changes("close", label) : Call.isPrivate("close", label));
        drop();
    }

    @Override
    public void drop() {
        synchronized (tree) {
            if (closed) {
                return;
            }
            closed = true;
            inode.opens--;
            if (inode.locker == this) {
                inode.locker = null;
            }
            inode.ranges.removeIf(range -> range.holder() == this);
            if (inode.writer == this) {
                inode.writer = null;
            }
            caller.closed(this);
            tree.releaseIfUnused(inode);
        }
    }

    private FileContent content(Call call) throws DiskFault {
        if (inode.body instanceof FileContent content) {
            return content;
        }
        throw Access.fault(call, Errno.EBADF);
    }

    private void checkOpen(Call call, boolean isAllowed) throws DiskFault {
        if (closed || !isAllowed) {
            throw Access.fault(call, Errno.EBADF);
        }
    }
}
