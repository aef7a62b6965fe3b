package dev.belay.sim.fault;

import dev.belay.sim.disk.Droppable;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/// A directory of a [FaultyDisk].
final class FaultyDirectory implements Directory {
    private final FaultyDisk faults;
    private final Directory directory;

    FaultyDirectory(FaultyDisk faults, Directory directory) {
        this.faults = faults;
        this.directory = directory;
    }

    @Override
    public String label() {
        return directory.label();
    }

    @Override
    public FileStatus status() throws DiskFault {
        faults.check(Touch.LOOK, "status", label());
        return directory.status();
    }

    @Override
    public Optional<FileStatus> status(String name) throws DiskFault {
        faults.check(Touch.LOOK, "status", label(name));
        return directory.status(name);
    }

    @Override
    public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
        boolean creates = List.of(options).contains(OpenOption.CREATE);
        faults.check(creates ? Touch.CREATE : Touch.OPEN, "open", label(name));
        return new FaultyFile(faults, directory.open(name, permissions, options));
    }

    @Override
    public Directory openDirectory(String name) throws DiskFault {
        faults.check(Touch.OPEN, "open", label(name));
        return new FaultyDirectory(faults, directory.openDirectory(name));
    }

    @Override
    public void makeDirectory(String name, int permissions) throws DiskFault {
        faults.check(Touch.CHANGE_NAMES, "mkdir", label(name));
        directory.makeDirectory(name, permissions);
    }

    @Override
    public void removeDirectory(String name) throws DiskFault {
        faults.check(Touch.REMOVE_NAME, "rmdir", label(name));
        directory.removeDirectory(name);
    }

    @Override
    public void link(String existing, String name) throws DiskFault {
        faults.check(Touch.CHANGE_NAMES, "link", label(name));
        directory.link(existing, name);
    }

    @Override
    public void rename(String from, Directory target, String to) throws DiskFault {
        faults.check(Touch.CHANGE_NAMES, "rename", label(from));
        directory.rename(from, inner(target), to);
    }

    @Override
    public void renameNoReplace(String from, Directory target, String to) throws DiskFault {
        faults.check(Touch.CHANGE_NAMES, "renameNoReplace", label(from));
        directory.renameNoReplace(from, inner(target), to);
    }

    private static Directory inner(Directory target) {
        return target instanceof FaultyDirectory faulty ? faulty.directory : target;
    }

    @Override
    public void unlink(String name) throws DiskFault {
        faults.check(Touch.REMOVE_NAME, "unlink", label(name));
        directory.unlink(name);
    }

    @Override
    public void symlink(String target, String name) throws DiskFault {
        faults.check(Touch.CHANGE_NAMES, "symlink", label(name));
        directory.symlink(target, name);
    }

    @Override
    public String readLink(String name) throws DiskFault {
        faults.check(Touch.LOOK, "readlink", label(name));
        return directory.readLink(name);
    }

    @Override
    public Stream<String> names() throws DiskFault {
        faults.check(Touch.LOOK, "names", label());
        AtomicBoolean isUnderWay = new AtomicBoolean();
        return directory
                .names()
                .peek(_ -> {
                    if (!isUnderWay.getAndSet(true)) {
                        checkWalk();
                    }
                });
    }

    /// A walk asks the kernel as it goes on, and may fail then too.
    private void checkWalk() {
        try {
            faults.check(Touch.LOOK, "list", label());
        } catch (DiskFault fault) {
            throw new UncheckedIOException(fault);
        }
    }

    @Override
    public void changePermissions(String name, int permissions) throws DiskFault {
        faults.check(Touch.CHANGE_STATUS, "chmod", label(name));
        directory.changePermissions(name, permissions);
    }

    @Override
    public void sync() throws DiskFault {
        try {
            faults.check(Touch.SYNC, "sync", label());
        } catch (DiskFault fault) {
            if (directory instanceof Droppable droppable) {
                droppable.dropUnsynced();
            }
            throw fault;
        }
        directory.sync();
    }

    @Override
    public void syncFileSystem() throws DiskFault {
        faults.check(Touch.SYNC, "syncfs", label());
        directory.syncFileSystem();
    }

    @Override
    public long availableBytes() throws DiskFault {
        faults.check(Touch.LOOK, "statvfs", label());
        return directory.availableBytes();
    }

    @Override
    public void close() {
        directory.close();
    }
}
