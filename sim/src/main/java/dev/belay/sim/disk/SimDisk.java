package dev.belay.sim.disk;

import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Fingerprint;
import dev.belay.system.Clock;
import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A disk in memory, at least as unkind as a real one.
///
/// What processes see follows POSIX. What a power cut leaves:
///
/// - **Content** survives once its file was synced. Each write since then survives whole, without
///   its last byte, by its first half, as zeros up to the new length, or not at all; each
///   truncation, or not. Each for itself, applied in order.
/// - **Names** survive once their directory was synced. Each change since then (create, link,
///   rename, unlink, symlink, mkdir, rmdir) survives or not, each for itself, applied in order. A
///   rename within a directory is one change, across directories it is two. A directory that would
///   have two names keeps one.
/// - **Permissions** that were changed survive once the file was synced with its status, or may.
/// - A sync of a file does nothing for its name, nor one of a directory for what it holds.
/// - **A failed sync** leaves what it should have made durable visible, but no later sync makes it
///   durable: it survives or not.
/// - A cut ends every open file and kernel lock. So does a kill, of one process, and it takes away
///   nothing: what was visible stays so, and is no more durable than before.
/// - An inode's number is taken again as soon as it is free, as on ext4.
/// - Time stamps are those of the clock: of several changes, all may have the same.
///
/// Of what a process sees, one thing is not certain either: a write takes two steps where the gate
/// asks for it, so that others may see its first half and a kill may leave it.
///
/// Used as a [Disk] itself, it is the test's own hand: it may do everything, and is never stopped.
///
/// - **Threads:** any number.
public final class SimDisk implements Disk {
    private static final long SEED = 7;

    private final FileTree tree;
    private final Caller hand = Caller.privileged();

    /// An empty disk, stamped by the clock.
    public SimDisk(Clock clock) {
        this(new FileTree(clock));
    }

    SimDisk(FileTree tree) {
        this.tree = tree;
    }

    @Override
    public Directory open(Path path, String label) throws DiskFault {
        return of(hand).open(path, label);
    }

    /// This disk as a process sees it.
    public Disk of(Caller caller) {
        return (path, label) -> {
            Call call = Call.observes("open", label);
            Access access = new Access(tree, caller);
            return access.call(
                    call, () -> new SimDirectory(access, tree.resolve(path, label, caller), label));
        };
    }

    /// What the kernel does when a process ends: closes its files, which drops their locks.
    public void end(Caller caller) {
        caller.handles().forEach(Caller.Handle::drop);
    }

    /// Makes everything durable that is visible.
    public void settle() {
        settle(tree.root());
    }

    static void settle(Inode inode) {
        inode.durablePermissions = inode.permissions;
        switch (inode.body) {
            case FileContent content -> content.sync();
            case Entries entries -> {
                entries.sync();
                entries.inodes().forEach(SimDisk::settle);
            }
            case Inode.LinkText _, Inode.Special _ -> {}
        }
    }

    /// What a power cut at this moment may leave.
    public Survivors survivors() {
        return survivors(SEED);
    }

    /// Like [#survivors()], where the seed chooses the samples of what is too much to try.
    public Survivors survivors(long seed) {
        synchronized (tree) {
            return new Survivors(tree, seed);
        }
    }

    /// The disk as it is, visible and durable, without what is open: as after a kill of everyone.
    ///
    /// @param clock what stamps the copy
    public SimDisk copy(Clock clock) {
        synchronized (tree) {
            Map<Inode, Inode> copies = new HashMap<>();
            BitSet numbers = new BitSet();
            Inode root = copy(tree.root(), copies);
            for (Inode copied : copies.values()) {
                if (copied.names > 0) {
                    numbers.set((int) copied.number);
                }
            }
            return new SimDisk(new FileTree(clock, root, numbers));
        }
    }

    private static Inode copy(Inode inode, Map<Inode, Inode> copies) {
        Inode known = copies.get(inode);
        if (known != null) {
            return known;
        }
        Inode copied =
                switch (inode.body) {
                    case FileContent content -> new Inode(inode.number, content.copy(), inode);
                    case Entries entries ->
                            new Inode(
                                    inode.number,
                                    entries.copy(child -> copy(child, copies)),
                                    inode);
                    case Inode.LinkText _, Inode.Special _ ->
                            new Inode(inode.number, inode.body, inode);
                };
        copied.names = inode.names;
        copies.put(inode, copied);
        return copied;
    }

    /// Creates the directories of a path that are missing, private to the user and durable.
    ///
    /// @return the last, open to the test's hand, with an empty label
    public Directory makeDirectories(Path path) throws DiskFault {
        Path sofar = Path.of("/");
        for (Path name : path) {
            try (Directory parent = open(sofar, "")) {
                if (parent.status(name.toString()).isEmpty()) {
                    parent.makeDirectory(name.toString(), 0700);
                }
            }
            sofar = sofar.resolve(name);
        }
        settle();
        return open(sofar, "");
    }

    /// Creates a pipe, socket, or device, durably.
    public void makeSpecial(Path path, FileKind kind, int permissions) throws DiskFault {
        Inode parent = tree.resolve(parentOf(path), path.toString(), hand);
        String name = path.getFileName().toString();
        Inode made = tree.create(new Inode.Special(kind), permissions, Caller.USER);
        made.names = 1;
        tree.changeNames(parent, "mknod " + name, Map.of(name, Optional.of(made)));
        settle();
    }

    /// Gives what a path names to another user, durably.
    public void changeOwner(Path path, long user) throws DiskFault {
        Inode parent = tree.resolve(parentOf(path), path.toString(), hand);
        Inode found = FileTree.entries(parent).find(path.getFileName().toString());
        if (found == null) {
            throw new DiskFault("chown", path.toString(), Errno.ENOENT);
        }
        found.owner = user;
    }

    private static Path parentOf(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }

    /// Whether a process has the directory at a path open, or something below it.
    public boolean isUsed(Path top, Caller caller) {
        synchronized (tree) {
            try {
                Inode directory = tree.resolve(top, "", hand);
                return caller.handles().stream()
                        .anyMatch(handle -> FileTree.isWithin(handle.inode(), directory));
            } catch (DiskFault _) {
                return false; // There is no such directory.
            }
        }
    }

    /// The same for two disks that no process can tell apart, save by what is open.
    public long fingerprint() {
        return fingerprint(List.of());
    }

    /// The same for two disks of which a power cut may leave the same.
    public long fingerprintOfSurvivors() {
        Fingerprint print = new Fingerprint();
        synchronized (tree) {
            Survivors.print(tree.root(), print, new HashMap<>());
        }
        return print.value();
    }

    /// The same for two disks that these processes cannot tell apart.
    public long fingerprint(List<Caller> callers) {
        Fingerprint print = new Fingerprint();
        Map<Inode, Integer> seen = new HashMap<>();
        print(tree.root(), print, seen);
        for (Caller caller : callers) {
            print.add(caller.name());
            for (Caller.Handle handle : caller.handles()) {
                print(handle.inode(), print, seen);
                print.add(handle.inode().locker == handle ? 1 : 0);
                for (Inode.Range range : handle.inode().ranges) {
                    print.add(range.holder() == handle ? 1 : 0);
                }
                print.add(handle.inode().writer == handle ? 1 : 0);
            }
        }
        return print.value();
    }

    private static void print(Inode inode, Fingerprint print, Map<Inode, Integer> seen) {
        Integer index = seen.putIfAbsent(inode, seen.size());
        if (index != null) {
            print.add(index);
            return;
        }
        print.add(inode.number).add(inode.permissions);
        print.add(inode.owner).add(inode.names);
        print.add(inode.modified.getEpochSecond()).add(inode.modified.getNano());
        print.add(inode.changed.getEpochSecond()).add(inode.changed.getNano());
        switch (inode.body) {
            case FileContent content -> print.add(1).add(content.fingerprint());
            case Inode.LinkText(String target) -> print.add(2).add(target);
            case Inode.Special(FileKind kind) -> print.add(3).add(kind.name());
            case Entries entries -> {
                for (String name : entries.names()) {
                    print.add(name);
                    Inode child = entries.find(name);
                    if (child != null) {
                        print(child, print, seen);
                    }
                }
                print.add(4);
            }
        }
    }
}
