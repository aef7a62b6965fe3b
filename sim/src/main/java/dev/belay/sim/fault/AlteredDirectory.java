package dev.belay.sim.fault;

import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A directory that does what another does. Open to be subclassed by one that does not, in one
/// thing.
public class AlteredDirectory implements Directory {
    private final Directory directory;

    public AlteredDirectory(Directory directory) {
        this.directory = directory;
    }

    /// From now on `process` sees every directory through `alteration`.
    public static void alter(SimProcess process, UnaryOperator<Directory> alteration) {
        process.wrapDisk(disk -> (path, label) -> alteration.apply(disk.open(path, label)));
    }

    @Override
    public String label() {
        return directory.label();
    }

    @Override
    public FileStatus status() throws DiskFault {
        return directory.status();
    }

    @Override
    public Optional<FileStatus> status(String name) throws DiskFault {
        return directory.status(name);
    }

    @Override
    public OpenFile open(String name, int permissions, OpenOption... options) throws DiskFault {
        return directory.open(name, permissions, options);
    }

    @Override
    public Directory openDirectory(String name) throws DiskFault {
        return directory.openDirectory(name);
    }

    @Override
    public void makeDirectory(String name, int permissions) throws DiskFault {
        directory.makeDirectory(name, permissions);
    }

    @Override
    public void removeDirectory(String name) throws DiskFault {
        directory.removeDirectory(name);
    }

    @Override
    public void link(String existing, String name) throws DiskFault {
        directory.link(existing, name);
    }

    @Override
    public void rename(String from, Directory target, String to) throws DiskFault {
        directory.rename(from, inner(target), to);
    }

    @Override
    public void renameNoReplace(String from, Directory target, String to) throws DiskFault {
        directory.renameNoReplace(from, inner(target), to);
    }

    private static Directory inner(Directory target) {
        return target instanceof AlteredDirectory altered ? altered.directory : target;
    }

    @Override
    public void unlink(String name) throws DiskFault {
        directory.unlink(name);
    }

    @Override
    public void symlink(String target, String name) throws DiskFault {
        directory.symlink(target, name);
    }

    @Override
    public String readLink(String name) throws DiskFault {
        return directory.readLink(name);
    }

    @Override
    public Stream<String> names() throws DiskFault {
        return directory.names();
    }

    @Override
    public void changePermissions(String name, int permissions) throws DiskFault {
        directory.changePermissions(name, permissions);
    }

    @Override
    public void sync() throws DiskFault {
        directory.sync();
    }

    @Override
    public void syncFileSystem() throws DiskFault {
        directory.syncFileSystem();
    }

    @Override
    public long availableBytes() throws DiskFault {
        return directory.availableBytes();
    }

    @Override
    public void close() {
        directory.close();
    }
}
