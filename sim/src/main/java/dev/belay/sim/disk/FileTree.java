package dev.belay.sim.disk;

import dev.belay.system.Clock;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;

/// The inodes of a file system, their numbers, and the way from a path to one.
final class FileTree {
    static final long DEVICE = 0x801;
    static final int READ = 4;
    static final int WRITE = 2;
    static final int SEARCH = 1;

    private static final int ROOT_NUMBER = 2;
    private static final int FIRST_NUMBER = 12;
    private static final int LINKS_FOLLOWED_MAX = 40;

    private final Clock clock;
    private final BitSet numbers = new BitSet();
    private final Inode root;

    FileTree(Clock clock) {
        this.clock = clock;
        root = new Inode(ROOT_NUMBER, new Entries(), 0755, Caller.USER);
        root.contentChanged(clock.now());
        root.names = 1;
        numbers.set(0, FIRST_NUMBER);
    }

    /// A tree made of inodes that keep their numbers.
    FileTree(Clock clock, Inode root, BitSet numbers) {
        this.clock = clock;
        this.root = root;
        this.numbers.or(numbers);
        this.numbers.set(0, FIRST_NUMBER);
    }

    Inode root() {
        return root;
    }

    Instant now() {
        return clock.now();
    }

    /// A new inode, whose number is the lowest that is free: the one just freed, often.
    Inode create(Inode.Body body, int permissions, long owner) {
        int number = numbers.nextClearBit(FIRST_NUMBER);
        numbers.set(number);
        Inode inode = new Inode(number, body, permissions, owner);
        inode.contentChanged(now());
        return inode;
    }

    /// Frees the number of an inode that has neither a name nor an open file.
    void releaseIfUnused(Inode inode) {
        if (inode.names == 0 && inode.opens == 0) {
            numbers.clear((int) inode.number);
        }
    }

    /// A number that no inode has.
    int unusedNumber() {
        return Math.max(numbers.length(), FIRST_NUMBER);
    }

    void changeNames(Inode directory, String what, Map<String, Optional<Inode>> names) {
        entries(directory).change(what, names);
        directory.contentChanged(now());
    }

    /// Takes a name away from an inode.
    void dropName(Inode inode) {
        inode.names--;
        inode.changed = now();
        releaseIfUnused(inode);
    }

    static Entries entries(Inode directory) {
        if (directory.body instanceof Entries entries) {
            return entries;
        }
        throw new IllegalStateException("inode " + directory.number + " is not a directory");
    }

    static boolean allows(Inode inode, Caller caller, int rights) {
        int bits = inode.owner == caller.user() ? inode.permissions >> 6 : inode.permissions;
        return caller.isPrivileged() || (bits & rights) == rights;
    }

    /// The directory at a path, links followed.
    Inode resolve(Path path, String label, Caller caller) throws DiskFault {
        Deque<String> rest = new ArrayDeque<>();
        path.forEach(name -> rest.addLast(name.toString()));
        Deque<Inode> way = new ArrayDeque<>();
        way.push(root);
        for (int links = 0; !rest.isEmpty(); ) {
            String name = rest.removeFirst();
            Inode next = step(way, name, label, caller);
            if (next.body instanceof Inode.LinkText(String target)) {
                if (++links > LINKS_FOLLOWED_MAX) {
                    throw new DiskFault("open", label, Errno.ELOOP);
                }
                Path to = Path.of(target);
                if (to.isAbsolute()) {
                    way.clear();
                    way.push(root);
                }
                for (int i = to.getNameCount() - 1; i >= 0; i--) {
                    rest.addFirst(to.getName(i).toString());
                }
            } else if (!next.isDirectory()) {
                throw new DiskFault("open", label, Errno.ENOTDIR);
            } else if (next != way.getFirst()) {
                way.push(next);
            }
        }
        return way.getFirst();
    }

    private static Inode step(Deque<Inode> way, String name, String label, Caller caller)
            throws DiskFault {
        Inode here = way.getFirst();
        if (name.isEmpty() || name.equals(".")) {
            return here;
        }
        if (name.equals("..")) {
            if (way.size() > 1) {
                way.pop();
            }
            return way.getFirst();
        }
        if (!allows(here, caller, SEARCH)) {
            throw new DiskFault("open", label, Errno.EACCES);
        }
        Inode next = entries(here).find(name);
        if (next == null) {
            throw new DiskFault("open", label, Errno.ENOENT);
        }
        return next;
    }

    /// Whether `inner` is `outer` or lies below it.
    static boolean isWithin(Inode inner, Inode outer) {
        return inner == outer
                || (outer.body instanceof Entries entries
                        && entries.inodes().stream().anyMatch(child -> isWithin(inner, child)));
    }
}
