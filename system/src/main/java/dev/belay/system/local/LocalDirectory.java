package dev.belay.system.local;

import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileNames;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A directory by its descriptor.
final class LocalDirectory implements Directory {
    private static final byte[] ITSELF = {'.'};
    private static final int FILE_FLAGS =
            Abi.O_NOFOLLOW | Abi.O_NONBLOCK | Abi.O_NOCTTY | Abi.O_CLOEXEC;

    /// One more than any text of a link, which must fit in a path.
    private static final int LINK_BYTES_MAX = 4096;

    private final Descriptor descriptor;
    private final String label;

    LocalDirectory(Descriptor descriptor, String label) {
        this.descriptor = descriptor;
        this.label = label;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public FileStatus status() throws DiskFault {
        LocalDisk.checked("status", label, descriptor.use(Posix::fstat));
        return Abi.status(Scratch.ofThread());
    }

    @Override
    public Optional<FileStatus> status(String name) throws DiskFault {
        byte[] entry = FileNames.encode(name);
        int result = descriptor.use(number -> Posix.fstatat(number, entry));
        if (result == -Abi.ENOENT) {
            return Optional.empty();
        }
        checked("status", name, result);
        return Optional.of(Abi.status(Scratch.ofThread()));
    }

    @Override
    public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
        boolean isItself = name.equals(".");
        byte[] entry = isItself ? ITSELF : FileNames.encode(name);
        Set<OpenOption> wanted = EnumSet.noneOf(OpenOption.class);
        wanted.addAll(List.of(options));
        int flags = flags(wanted);
        int number =
                checked(
                        "open",
                        name,
                        descriptor.use(
                                directory -> Posix.openat(directory, entry, flags, permissions)));
        String called = isItself ? label : label(name);
        return new LocalOpenFile(
                new Descriptor(number), called, wanted.contains(OpenOption.APPEND));
    }

    private static int flags(Set<OpenOption> options) {
        boolean writes = options.contains(OpenOption.WRITE) || options.contains(OpenOption.APPEND);
        boolean reads = options.contains(OpenOption.READ);
        if (!reads && !writes) {
            throw new IllegalArgumentException("opened neither to read nor to write");
        }
        boolean creates = options.contains(OpenOption.CREATE);
        if (!creates && options.contains(OpenOption.EXCLUSIVE)) {
            throw new IllegalArgumentException("EXCLUSIVE means nothing without CREATE");
        }
        int access = reads && writes ? Abi.O_RDWR : writes ? Abi.O_WRONLY : Abi.O_RDONLY;
        return FILE_FLAGS
                | access
                | (creates ? Abi.O_CREAT : 0)
                | (options.contains(OpenOption.APPEND) ? Abi.O_APPEND : 0)
                | (options.contains(OpenOption.EXCLUSIVE) ? Abi.O_EXCL : 0);
    }

    @Override
    public Directory openDirectory(String name) throws DiskFault {
        byte[] entry = FileNames.encode(name);
        int flags = LocalDisk.DIRECTORY_FLAGS | Abi.O_NOFOLLOW;
        int number = descriptor.use(directory -> Posix.openat(directory, entry, flags, 0));
        return new LocalDirectory(new Descriptor(checked("open", name, number)), label(name));
    }

    @Override
    public void makeDirectory(String name, int permissions) throws DiskFault {
        byte[] entry = FileNames.encode(name);
        checked(
                "mkdir",
                name,
                descriptor.use(directory -> Posix.mkdirat(directory, entry, permissions)));
    }

    @Override
    public void removeDirectory(String name) throws DiskFault {
        byte[] entry = FileNames.encode(name);
        checked(
                "rmdir",
                name,
                descriptor.use(directory -> Posix.unlinkat(directory, entry, Abi.AT_REMOVEDIR)));
    }

    @Override
    public void link(String existing, String name) throws DiskFault {
        byte[] from = FileNames.encode(existing);
        byte[] to = FileNames.encode(name);
        int result = descriptor.use(directory -> Posix.linkat(directory, from, to));
        if (result < 0) {
            throw LocalDisk.fault("link", label(existing) + " " + label(name), result);
        }
    }

    @Override
    public void rename(String from, Directory target, String to) throws DiskFault {
        rename(Posix::renameat, from, target, to);
    }

    @Override
    public void renameNoReplace(String from, Directory target, String to) throws DiskFault {
        rename(Posix::renameatNoReplace, from, target, to);
    }

    private interface Renaming {
        int call(int directory, byte[] from, int target, byte[] to);
    }

    private void rename(Renaming renaming, String from, Directory target, String to)
            throws DiskFault {
        byte[] old = FileNames.encode(from);
        byte[] fresh = FileNames.encode(to);
        int result =
                target instanceof LocalDirectory into
                        ? descriptor.use(source ->
                                into.descriptor.use(
                                        goal -> renaming.call(source, old, goal, fresh)))
                        : -Abi.EXDEV;
        if (result < 0) {
            // An old kernel and a file system that cannot keep from replacing are one case.
            int number = result == -Abi.ENOSYS ? -Abi.EINVAL : result;
            throw LocalDisk.fault("rename", label(from) + " " + target.label(to), number);
        }
    }

    @Override
    public void unlink(String name) throws DiskFault {
        byte[] entry = FileNames.encode(name);
        checked("unlink", name, descriptor.use(number -> Posix.unlinkat(number, entry, 0)));
    }

    @Override
    public void symlink(String target, String name) throws DiskFault {
        byte[] text = FileNames.encodeText(target);
        byte[] entry = FileNames.encode(name);
        checked("symlink", name, descriptor.use(number -> Posix.symlinkat(text, number, entry)));
    }

    @Override
    public String readLink(String name) throws DiskFault {
        byte[] entry = FileNames.encode(name);
        int length =
                checked(
                        "readlink",
                        name,
                        descriptor.use(number -> Posix.readlinkat(number, entry, LINK_BYTES_MAX)));
        byte[] text = new byte[length];
        Scratch.ofThread().takeContent(text, 0, length);
        return FileNames.decode(text, 0, length);
    }

    @Override
    public Stream<String> names() throws DiskFault {
        // A descriptor of its own has a position of its own, so that two walks do not disturb
        // each other.
        int number =
                descriptor.use(
                        directory -> Posix.openat(directory, ITSELF, LocalDisk.DIRECTORY_FLAGS, 0));
        return new NameWalk(new Descriptor(LocalDisk.checked("list", label, number)), label)
                .names();
    }

    @Override
    public void changePermissions(String name, int permissions) throws DiskFault {
        byte[] entry = FileNames.encode(name);
        checked(
                "chmod",
                name,
                descriptor.use(directory -> Posix.fchmodat(directory, entry, permissions)));
    }

    @Override
    public void sync() throws DiskFault {
        LocalDisk.checked("fsync", label, descriptor.use(Posix::fsync));
    }

    @Override
    public void syncFileSystem() throws DiskFault {
        LocalDisk.checked("syncfs", label, descriptor.use(Posix::syncfs));
    }

    @Override
    public long availableBytes() throws DiskFault {
        LocalDisk.checked("statvfs", label, descriptor.use(Posix::fstatvfs));
        return Abi.availableBytes(Scratch.ofThread());
    }

    @Override
    public void close() {
        descriptor.close();
    }

    private int checked(String operation, String name, int result) throws DiskFault {
        return result < 0 ? LocalDisk.checked(operation, label(name), result) : result;
    }
}
