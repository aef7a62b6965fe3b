package dev.belay.sim.disk;

import static dev.belay.sim.disk.FileTree.READ;
import static dev.belay.sim.disk.FileTree.SEARCH;
import static dev.belay.sim.disk.FileTree.WRITE;

import dev.belay.sim.gate.Call;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileNames;
import dev.belay.system.OpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A directory as one process may use it: what POSIX allows, and with what it refuses.
final class Folder {
    private static final int NAME_BYTES_MAX = 255;

    private final FileTree tree;
    private final Caller caller;
    private final Inode inode;

    Folder(Access access, Inode inode) {
        this.tree = access.tree();
        this.caller = access.caller();
        this.inode = inode;
    }

    Inode inode() {
        return inode;
    }

    Entries entries() {
        return FileTree.entries(inode);
    }

    @Nullable Inode find(Call call, String name) throws DiskFault {
        check(call, name, SEARCH);
        return entries().find(name);
    }

    Inode existing(Call call, String name) throws DiskFault {
        return existing(call, name, SEARCH);
    }

    private Inode existing(Call call, String name, int rights) throws DiskFault {
        check(call, name, rights);
        Inode found = entries().find(name);
        if (found == null) {
            throw Access.fault(call, Errno.ENOENT);
        }
        return found;
    }

    private void check(Call call, String name, int rights) throws DiskFault {
        if (FileNames.encode(name).length > NAME_BYTES_MAX) {
            throw Access.fault(call, Errno.ENAMETOOLONG);
        }
        if (!FileTree.allows(inode, caller, rights)) {
            throw Access.fault(call, Errno.EACCES);
        }
        if (inode.names == 0 && (rights & WRITE) != 0) {
            throw Access.fault(call, Errno.ENOENT);
        }
    }

    /// The file that an `open` with these options opens, created where that is wanted.
    Inode open(Call call, String name, int permissions, Set<OpenOption> wanted) throws DiskFault {
        Inode found = find(call, name);
        if (found == null) {
            if (!wanted.contains(OpenOption.CREATE)) {
                throw Access.fault(call, Errno.ENOENT);
            }
            return add(call, name, new FileContent(), permissions);
        }
        if (wanted.contains(OpenOption.CREATE) && wanted.contains(OpenOption.EXCLUSIVE)) {
            throw Access.fault(call, Errno.EEXIST);
        }
        checkKind(call, found, wanted);
        boolean writes = SimFile.writes(wanted);
        int rights = (writes ? WRITE : 0) | (wanted.contains(OpenOption.READ) ? READ : 0);
        if (!FileTree.allows(found, caller, rights)) {
            throw Access.fault(call, Errno.EACCES);
        }
        return found;
    }

    static void checkKind(Call call, Inode found, Set<OpenOption> wanted) throws DiskFault {
        boolean writes = SimFile.writes(wanted);
        switch (found.kind()) {
            case REGULAR, DEVICE -> {}
            case SYMBOLIC_LINK -> throw Access.fault(call, Errno.ELOOP);
            case SOCKET -> throw Access.fault(call, Errno.ENXIO);
            case DIRECTORY -> {
                if (writes || wanted.contains(OpenOption.CREATE)) {
                    throw Access.fault(call, Errno.EISDIR);
                }
            }
            case PIPE -> {
                // Without a reader at the other end, and nobody here waits for one.
                if (!wanted.contains(OpenOption.READ)) {
                    throw Access.fault(call, Errno.ENXIO);
                }
            }
        }
    }

    Inode openDirectory(Call call, String name) throws DiskFault {
        Inode found = existing(call, name, SEARCH);
        if (!found.isDirectory()) {
            throw Access.fault(call, Errno.ENOTDIR);
        }
        if (!FileTree.allows(found, caller, READ)) {
            throw Access.fault(call, Errno.EACCES);
        }
        return found;
    }

    Inode add(Call call, String name, Inode.Body body, int permissions) throws DiskFault {
        checkFree(call, name);
        Inode made = tree.create(body, permissions & ~Caller.UMASK, caller.user());
        enter(call.operation() + " " + name, name, made);
        return made;
    }

    private void checkFree(Call call, String name) throws DiskFault {
        check(call, name, WRITE | SEARCH);
        if (entries().find(name) != null) {
            throw Access.fault(call, Errno.EEXIST);
        }
    }

    void link(Call call, String existing, String name) throws DiskFault {
        Inode found = existing(call, existing, SEARCH);
        checkFree(call, name);
        if (found.isDirectory()) {
            throw Access.fault(call, Errno.EPERM);
        }
        enter("link " + existing + " " + name, name, found);
        found.changed = tree.now();
    }

    void removeDirectory(Call call, String name) throws DiskFault {
        Inode found = existing(call, name, WRITE | SEARCH);
        if (!found.isDirectory()) {
            throw Access.fault(call, Errno.ENOTDIR);
        }
        if (!FileTree.entries(found).isEmpty()) {
            throw Access.fault(call, Errno.ENOTEMPTY);
        }
        leave("rmdir " + name, name, found);
    }

    void unlink(Call call, String name) throws DiskFault {
        Inode found = existing(call, name, WRITE | SEARCH);
        if (found.isDirectory()) {
            throw Access.fault(call, Errno.EISDIR);
        }
        leave("unlink " + name, name, found);
    }

    void changePermissions(Call call, String name, int permissions) throws DiskFault {
        Inode found = existing(call, name, SEARCH);
        if (found.kind() == FileKind.SYMBOLIC_LINK) {
            throw Access.fault(call, Errno.EOPNOTSUPP);
        }
        if (!caller.isPrivileged() && caller.user() != found.owner) {
            throw Access.fault(call, Errno.EPERM);
        }
        found.permissions = permissions;
        found.changed = tree.now();
    }

    void rename(Call call, String from, Folder into, String to) throws DiskFault {
        Inode moved = existing(call, from, WRITE | SEARCH);
        into.check(call, to, WRITE | SEARCH);
        Inode replaced = into.entries().find(to);
        if (replaced == moved) {
            return;
        }
        checkMove(call, moved, into.inode, replaced);
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

    void checkReplacesNothing(Call call, String to) throws DiskFault {
        if (find(call, to) != null) {
            throw Access.fault(call, Errno.EEXIST);
        }
    }

    private static void checkMove(Call call, Inode moved, Inode into, @Nullable Inode replaced)
            throws DiskFault {
        if (moved.isDirectory() && FileTree.isWithin(into, moved)) {
            throw Access.fault(call, Errno.EINVAL);
        }
        if (replaced == null) {
            return;
        }
        if (moved.isDirectory() != replaced.isDirectory()) {
            throw Access.fault(call, moved.isDirectory() ? Errno.ENOTDIR : Errno.EISDIR);
        }
        if (replaced.body instanceof Entries entries && !entries.isEmpty()) {
            throw Access.fault(call, Errno.ENOTEMPTY);
        }
    }

    private void enter(String what, String name, Inode entered) {
        entered.names++;
        tree.changeNames(inode, what, Map.of(name, Optional.of(entered)));
    }

    private void leave(String what, String name, Inode left) {
        tree.changeNames(inode, what, Map.of(name, Optional.empty()));
        tree.dropName(left);
    }
}
