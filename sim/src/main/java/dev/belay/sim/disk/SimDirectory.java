package dev.belay.sim.disk;

import static dev.belay.sim.disk.FileTree.READ;
import static dev.belay.sim.disk.FileTree.SEARCH;
import static dev.belay.sim.disk.FileTree.WRITE;

import dev.belay.sim.gate.Call;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An open directory of a [SimDisk].
final class SimDirectory implements Directory, Caller.Handle, Droppable {
    private final FileTree tree;
    private final Caller caller;
    private final Inode inode;
    private final String label;
    private boolean closed;

    SimDirectory(FileTree tree, Caller caller, Inode inode, String label) {
        this.tree = tree;
        this.caller = caller;
        this.inode = inode;
        this.label = label;
        inode.opens++;
        caller.opened(this);
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
        return caller.call(
                tree,
                call,
                () -> {
                    checkOpen(call);
                    return inode.status(FileTree.DEVICE);
                });
    }

    @Override
    public Optional<FileStatus> status(String name) throws DiskFault {
        Call call = Call.observes("status", label(name));
        return caller.call(
                tree,
                call,
                () -> {
                    checkName(call, name, SEARCH);
                    return Optional.ofNullable(entries().find(name))
                            .map(found -> found.status(FileTree.DEVICE));
                });
    }

    @Override
    public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
        Set<OpenOption> wanted = Set.of(options);
        boolean creates = wanted.contains(OpenOption.CREATE);
        Call call =
                creates ? Call.changes("create", label(name)) : Call.observes("open", label(name));
        return caller.call(
                tree,
                call,
                () -> {
                    if (name.equals(".")) {
                        checkOpen(call);
                        checkKind(call, inode, wanted);
                        return new SimFile(tree, caller, inode, label, wanted);
                    }
                    checkName(call, name, SEARCH);
                    Inode found = entries().find(name);
                    if (found != null) {
                        checkExisting(call, found, wanted);
                    } else if (creates) {
                        checkName(call, name, WRITE | SEARCH);
                        found = tree.create(new FileContent(), masked(permissions), caller.user());
                        enter("create", name, found);
                    } else {
                        throw fault(call, Errno.ENOENT);
                    }
                    return new SimFile(tree, caller, found, label(name), wanted);
                });
    }

    private void checkExisting(Call call, Inode found, Set<OpenOption> wanted) throws DiskFault {
        if (wanted.contains(OpenOption.CREATE) && wanted.contains(OpenOption.EXCLUSIVE)) {
            throw fault(call, Errno.EEXIST);
        }
        checkKind(call, found, wanted);
        boolean writes = SimFile.writes(wanted);
        int rights = (writes ? WRITE : 0) | (SimFile.reads(wanted) ? READ : 0);
        if (!FileTree.allows(found, caller, rights)) {
            throw fault(call, Errno.EACCES);
        }
    }

    private static void checkKind(Call call, Inode found, Set<OpenOption> wanted) throws DiskFault {
        boolean writes = SimFile.writes(wanted);
        boolean isRefused =
                switch (found.kind()) {
                    case REGULAR, DEVICE -> false;
                    case SYMBOLIC_LINK, SOCKET -> true;
                    case DIRECTORY -> writes || wanted.contains(OpenOption.CREATE);
                    case PIPE -> !SimFile.reads(wanted);
                };
        if (isRefused) {
            throw fault(
                    call,
                    found.kind() == FileKind.SYMBOLIC_LINK
                            ? Errno.ELOOP
                            : found.isDirectory() ? Errno.EISDIR : Errno.ENXIO);
        }
    }

    @Override
    public Directory openDirectory(String name) throws DiskFault {
        Call call = Call.observes("open", label(name));
        return caller.call(
                tree,
                call,
                () -> {
                    Inode found = existing(call, name, SEARCH);
                    if (!found.isDirectory()) {
                        throw fault(call, Errno.ENOTDIR);
                    }
                    if (!FileTree.allows(found, caller, READ)) {
                        throw fault(call, Errno.EACCES);
                    }
                    return new SimDirectory(tree, caller, found, label(name));
                });
    }

    @Override
    public void makeDirectory(String name, int permissions) throws DiskFault {
        add("mkdir", name, () -> tree.create(new Entries(), masked(permissions), caller.user()));
    }

    @Override
    public void symlink(String target, String name) throws DiskFault {
        add("symlink", name, () -> tree.create(new Inode.LinkText(target), 0777, caller.user()));
    }

    private void add(String operation, String name, Caller.Action<Inode> made) throws DiskFault {
        Call call = Call.changes(operation, label(name));
        caller.call(
                tree,
                call,
                () -> {
                    checkName(call, name, WRITE | SEARCH);
                    if (entries().find(name) != null) {
                        throw fault(call, Errno.EEXIST);
                    }
                    enter(operation, name, made.run());
                    return "";
                });
    }

    @Override
    public void removeDirectory(String name) throws DiskFault {
        Call call = Call.changes("rmdir", label(name));
        caller.call(
                tree,
                call,
                () -> {
                    Inode found = existing(call, name, WRITE | SEARCH);
                    if (!found.isDirectory()) {
                        throw fault(call, Errno.ENOTDIR);
                    }
                    if (!FileTree.entries(found).isEmpty()) {
                        throw fault(call, Errno.ENOTEMPTY);
                    }
                    leave("rmdir", name, found);
                    return "";
                });
    }

    @Override
    public void link(String existing, String name) throws DiskFault {
        Call call = Call.changes("link", label(existing) + " " + label(name));
        caller.call(
                tree,
                call,
                () -> {
                    Inode found = existing(call, existing, WRITE | SEARCH);
                    checkName(call, name, WRITE | SEARCH);
                    if (entries().find(name) != null) {
                        throw fault(call, Errno.EEXIST);
                    }
                    if (found.isDirectory()) {
                        throw fault(call, Errno.EPERM);
                    }
                    enter("link", name, found);
                    found.changed = tree.now();
                    return "";
                });
    }

    @Override
    public void rename(String from, Directory target, String to) throws DiskFault {
        rename(Call.changes("rename", label(from) + " " + target.label(to)), from, target, to);
    }

    @Override
    public void renameNoReplace(String from, Directory target, String to) throws DiskFault {
        Call call = Call.changes("renameNoReplace", label(from) + " " + target.label(to));
        rename(call, from, target, to);
    }

    private void rename(Call call, String from, Directory target, String to) throws DiskFault {
        if (!(target instanceof SimDirectory into) || into.tree != tree) {
            throw fault(call, Errno.EXDEV);
        }
        caller.call(
                tree,
                call,
                () -> {
                    Inode moved = existing(call, from, WRITE | SEARCH);
                    into.checkName(call, to, WRITE | SEARCH);
                    Inode replaced = into.entries().find(to);
                    if (replaced != null && call.operation().equals("renameNoReplace")) {
                        throw fault(call, Errno.EEXIST);
                    }
                    if (replaced != moved) {
                        checkMove(call, moved, into.inode, replaced);
                        move(from, moved, into, to);
                    }
                    return "";
                });
    }

    private static void checkMove(Call call, Inode moved, Inode into, @Nullable Inode replaced)
            throws DiskFault {
        if (moved.isDirectory() && FileTree.isWithin(into, moved)) {
            throw fault(call, Errno.EINVAL);
        }
        if (replaced == null) {
            return;
        }
        if (moved.isDirectory() != replaced.isDirectory()) {
            throw fault(call, moved.isDirectory() ? Errno.ENOTDIR : Errno.EISDIR);
        }
        if (replaced.body instanceof Entries entries && !entries.isEmpty()) {
            throw fault(call, Errno.ENOTEMPTY);
        }
    }

    private void move(String from, Inode moved, SimDirectory into, String to) {
        Inode replaced = into.entries().find(to);
        String what = "rename " + from + " " + to;
        if (into.inode == inode) {
            Map<String, Optional<Inode>> both =
                    Map.of(from, Optional.empty(), to, Optional.of(moved));
            tree.changeNames(inode, what, both);
        } else {
            tree.changeNames(into.inode, what + " (into)", Map.of(to, Optional.of(moved)));
            tree.changeNames(inode, what + " (out of)", Map.of(from, Optional.empty()));
        }
        moved.changed = tree.now();
        if (replaced != null) {
            tree.dropName(replaced);
        }
    }

    @Override
    public void unlink(String name) throws DiskFault {
        Call call = Call.changes("unlink", label(name));
        caller.call(
                tree,
                call,
                () -> {
                    Inode found = existing(call, name, WRITE | SEARCH);
                    if (found.isDirectory()) {
                        throw fault(call, Errno.EISDIR);
                    }
                    leave("unlink", name, found);
                    return "";
                });
    }

    @Override
    public String readLink(String name) throws DiskFault {
        Call call = Call.observes("readlink", label(name));
        return caller.call(
                tree,
                call,
                () -> {
                    if (existing(call, name, SEARCH).body instanceof Inode.LinkText(String text)) {
                        return text;
                    }
                    throw fault(call, Errno.EINVAL);
                });
    }

    @Override
    public Stream<String> names() throws DiskFault {
        Call call = Call.observes("names", label);
        List<String> names =
                caller.call(
                        tree,
                        call,
                        () -> {
                            checkOpen(call);
                            return new ArrayList<>(entries().names());
                        });
        // An order that nobody can rely on, as that of a hashed directory.
        names.sort(
                Comparator.comparingInt(String::hashCode).thenComparing(Comparator.reverseOrder()));
        return names.stream();
    }

    @Override
    public void changePermissions(String name, int permissions) throws DiskFault {
        Call call = Call.changes("chmod", label(name));
        caller.call(
                tree,
                call,
                () -> {
                    Inode found = existing(call, name, SEARCH);
                    if (found.kind() == FileKind.SYMBOLIC_LINK) {
                        throw fault(call, Errno.EOPNOTSUPP);
                    }
                    if (!caller.isPrivileged() && caller.user() != found.owner) {
                        throw fault(call, Errno.EPERM);
                    }
                    found.permissions = permissions;
                    found.changed = tree.now();
                    return "";
                });
    }

    @Override
    public void sync() throws DiskFault {
        Call call = Call.syncs("sync", label);
        caller.call(
                tree,
                call,
                () -> {
                    checkOpen(call);
                    entries().sync();
                    inode.durablePermissions = inode.permissions;
                    return "";
                });
    }

    @Override
    public void dropUnsynced() {
        synchronized (tree) {
            entries().drop();
        }
    }

    @Override
    public void close() {
        caller.gate().pass(Call.isPrivate("close", label));
        drop();
    }

    @Override
    public void drop() {
        synchronized (tree) {
            if (!closed) {
                closed = true;
                inode.opens--;
                caller.closed(this);
                tree.releaseIfUnused(inode);
            }
        }
    }

    private Entries entries() {
        return FileTree.entries(inode);
    }

    private void enter(String operation, String name, Inode entered) {
        entered.names++;
        tree.changeNames(inode, operation + " " + name, Map.of(name, Optional.of(entered)));
    }

    private void leave(String operation, String name, Inode left) {
        tree.changeNames(inode, operation + " " + name, Map.of(name, Optional.empty()));
        tree.dropName(left);
    }

    private Inode existing(Call call, String name, int rights) throws DiskFault {
        checkName(call, name, rights);
        Inode found = entries().find(name);
        if (found == null) {
            throw fault(call, Errno.ENOENT);
        }
        return found;
    }

    private void checkName(Call call, String name, int rights) throws DiskFault {
        checkOpen(call);
        if (Names.isTooLong(name)) {
            throw fault(call, Errno.ENAMETOOLONG);
        }
        if (!FileTree.allows(inode, caller, rights)) {
            throw fault(call, Errno.EACCES);
        }
        if (inode.names == 0 && (rights & WRITE) != 0) {
            throw fault(call, Errno.ENOENT);
        }
    }

    private void checkOpen(Call call) throws DiskFault {
        if (closed) {
            throw fault(call, Errno.EBADF);
        }
    }

    private static int masked(int permissions) {
        return permissions & ~Caller.UMASK;
    }

    private static DiskFault fault(Call call, Errno errno) {
        return new DiskFault(call.operation(), call.label(), errno);
    }
}
