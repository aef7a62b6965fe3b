package dev.belay.sim.disk;

import dev.belay.sim.gate.Call;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileNames;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// An open directory of a [SimDisk].
final class SimDirectory implements Directory, Caller.Handle, Droppable {
    private static final long AVAILABLE_BYTES = 1L << 40;

    private final Access access;
    private final Folder folder;
    private final String label;
    private boolean closed;

    SimDirectory(Access access, Inode inode, String label) {
        this.access = access;
        this.folder = new Folder(access, inode);
        this.label = label;
        inode.opens++;
        access.caller().opened(this);
    }

    /// What a call does in this directory while it is open.
    private interface Change {
        void run() throws DiskFault;
    }

    private <T> T look(Call call, Access.Action<T> action) throws DiskFault {
        return access.call(
                call,
                () -> {
                    checkOpen(call);
                    return action.run();
                });
    }

    private void change(Call call, Change change) throws DiskFault {
        access.call(
                call,
                () -> {
                    checkOpen(call);
                    change.run();
                    return "";
                });
    }

    private void checkOpen(Call call) throws DiskFault {
        if (closed) {
            throw Access.fault(call, Errno.EBADF);
        }
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Inode inode() {
        return folder.inode();
    }

    @Override
    public FileStatus status() throws DiskFault {
        return look(Call.observes("status", label), () -> folder.inode().status(FileTree.DEVICE));
    }

    @Override
    public Optional<FileStatus> status(String name) throws DiskFault {
        FileNames.encode(name);
        Call call = Call.observes("status", label(name));
        return look(
                call,
                () ->
                        Optional.ofNullable(folder.find(call, name))
                                .map(found -> found.status(FileTree.DEVICE)));
    }

    @Override
    public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
        Set<OpenOption> wanted = Set.of(options);
        boolean creates = wanted.contains(OpenOption.CREATE);
        boolean isForUse = wanted.contains(OpenOption.READ) || SimFile.writes(wanted);
        if (!isForUse || (wanted.contains(OpenOption.EXCLUSIVE) && !creates)) {
            throw new IllegalArgumentException("opens for nothing: " + wanted);
        }
        if (name.equals(".")) {
            Call itself = Call.observes("open", label);
            return look(
                    itself,
                    () -> {
                        Folder.checkKind(itself, folder.inode(), wanted);
                        return new SimFile(access, folder.inode(), label, wanted);
                    });
        }
        FileNames.encode(name);
        Call call =
                creates ? Call.changes("create", label(name)) : Call.observes("open", label(name));
        return look(
                call,
                () -> {
                    Inode found = folder.open(call, name, permissions, wanted);
                    return new SimFile(access, found, label(name), wanted);
                });
    }

    @Override
    public Directory openDirectory(String name) throws DiskFault {
        FileNames.encode(name);
        Call call = Call.observes("open", label(name));
        return look(
                call,
                () -> new SimDirectory(access, folder.openDirectory(call, name), label(name)));
    }

    @Override
    public void makeDirectory(String name, int permissions) throws DiskFault {
        FileNames.encode(name);
        Call call = Call.changes("mkdir", label(name));
        change(call, () -> folder.add(call, name, new Entries(), permissions));
    }

    @Override
    public void symlink(String target, String name) throws DiskFault {
        FileNames.encode(name);
        FileNames.encodeText(target);
        Call call = Call.changes("symlink", label(name));
        change(call, () -> folder.add(call, name, new Inode.LinkText(target), 0777));
    }

    @Override
    public void removeDirectory(String name) throws DiskFault {
        FileNames.encode(name);
        Call call = Call.changes("rmdir", label(name));
        change(call, () -> folder.removeDirectory(call, name));
    }

    @Override
    public void link(String existing, String name) throws DiskFault {
        FileNames.encode(existing);
        FileNames.encode(name);
        Call call = Call.changes("link", label(existing) + " " + label(name));
        change(call, () -> folder.link(call, existing, name));
    }

    @Override
    public void rename(String from, Directory target, String to) throws DiskFault {
        rename("rename", from, target, to);
    }

    @Override
    public void renameNoReplace(String from, Directory target, String to) throws DiskFault {
        rename("renameNoReplace", from, target, to);
    }

    private void rename(String operation, String from, Directory target, String to)
            throws DiskFault {
        FileNames.encode(from);
        FileNames.encode(to);
        Call call = Call.changes(operation, label(from) + " " + target.label(to));
        if (!(target instanceof SimDirectory into) || into.access.tree() != access.tree()) {
            throw Access.fault(call, Errno.EXDEV);
        }
        change(
                call,
                () -> {
                    into.checkOpen(call);
                    if (operation.equals("renameNoReplace")) {
                        folder.existing(call, from);
                        into.folder.checkReplacesNothing(call, to);
                    }
                    folder.rename(call, from, into.folder, to);
                });
    }

    @Override
    public void unlink(String name) throws DiskFault {
        FileNames.encode(name);
        Call call = Call.changes("unlink", label(name));
        change(call, () -> folder.unlink(call, name));
    }

    @Override
    public String readLink(String name) throws DiskFault {
        FileNames.encode(name);
        Call call = Call.observes("readlink", label(name));
        return look(
                call,
                () -> {
                    if (folder.existing(call, name).body instanceof Inode.LinkText(String text)) {
                        return text;
                    }
                    throw Access.fault(call, Errno.EINVAL);
                });
    }

    @Override
    public Stream<String> names() throws DiskFault {
        Call call = Call.observes("names", label);
        List<String> names = look(call, () -> new ArrayList<>(folder.entries().names()));
        // An order that nobody can rely on, as that of a hashed directory.
        names.sort(
                Comparator.comparingInt(String::hashCode).thenComparing(Comparator.reverseOrder()));
        return names.stream();
    }

    @Override
    public void changePermissions(String name, int permissions) throws DiskFault {
        FileNames.encode(name);
        Call call = Call.changes("chmod", label(name));
        change(call, () -> folder.changePermissions(call, name, permissions));
    }

    @Override
    public void sync() throws DiskFault {
        change(
                Call.syncs("sync", label),
                () -> {
                    folder.entries().sync();
                    folder.inode().durablePermissions = folder.inode().permissions;
                });
    }

    @Override
    public void syncFileSystem() throws DiskFault {
        change(Call.syncs("syncfs", label), () -> SimDisk.settle(access.tree().root()));
    }

    /// A disk in memory is never full; [dev.belay.sim.fault.FaultyDisk] is.
    @Override
    public long availableBytes() throws DiskFault {
        return look(Call.observes("statvfs", label), () -> AVAILABLE_BYTES);
    }

    @Override
    public void dropUnsynced() {
        synchronized (access.tree()) {
            folder.entries().drop();
        }
    }

    @Override
    public void close() {
        access.caller().gate().pass(Call.isPrivate("close", label));
        drop();
    }

    @Override
    public void drop() {
        synchronized (access.tree()) {
            if (!closed) {
                closed = true;
                folder.inode().opens--;
                access.caller().closed(this);
                access.tree().releaseIfUnused(folder.inode());
            }
        }
    }
}
