package dev.belay.app.cli.install;

import static dev.belay.system.OpenOption.CREATE;
import static dev.belay.system.OpenOption.EXCLUSIVE;
import static dev.belay.system.OpenOption.READ;
import static dev.belay.system.OpenOption.WRITE;

import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Public files below one prefix.
///
/// - **Atomic:** a file has its old content or all of the new, also while its program runs.
/// - **Crash:** may leave a file whose name begins with `.belay-new-`, which the next run removes.
final class InstalledTree {
    static final int PROGRAM = 0755;
    static final int FILE = 0644;

    private static final int BUFFER_BYTES = 1 << 16;

    private final Disk disk;
    private final Path prefix;
    private final List<String> written = new ArrayList<>();

    InstalledTree(Disk disk, Path prefix) {
        this.disk = disk;
        this.prefix = prefix;
    }

    /// The paths that were written, below the prefix.
    List<String> written() {
        return List.copyOf(written);
    }

    /// Writes a text file; `path` is below the prefix, with a slash between names.
    void write(String path, String text, int permissions) throws DiskFault {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        put(path, permissions, file -> file.writeAll(bytes, 0, bytes.length, 0));
    }

    /// Copies a file.
    void copy(Directory from, String name, String path, int permissions) throws DiskFault {
        try (OpenFile source = from.open(name, 0, READ)) {
            put(path, permissions, file -> copy(source, file));
        }
    }

    private interface Content {
        void into(OpenFile file) throws DiskFault;
    }

    private void put(String path, int permissions, Content content) throws DiskFault {
        String[] names = path.split("/");
        try (Directory directory = directory(names)) {
            String name = names[names.length - 1];
            String fresh = ".belay-new-" + name;
            unlinkIfThere(directory, fresh);
            try (OpenFile file = directory.open(fresh, permissions, WRITE, CREATE, EXCLUSIVE)) {
                content.into(file);
                file.sync();
            }
            directory.changePermissions(fresh, permissions);
            directory.rename(fresh, directory, name);
            directory.sync();
        }
        written.add(path);
    }

    /// The directory of a path, made where there is none. Links on the way are followed, as the
    /// owner of the prefix set them.
    private Directory directory(String[] names) throws DiskFault {
        String below = String.join("/", List.of(names).subList(0, names.length - 1));
        return made(prefix.resolve(below), "PREFIX/" + below);
    }

    private Directory made(Path path, String label) throws DiskFault {
        try {
            return disk.open(path, label);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT || path.getParent() == null) {
                throw fault;
            }
        }
        String name = path.getFileName().toString();
        try (Directory parent = made(path.getParent(), label)) {
            if (!name.equals(".") && !name.equals("..")) { // Those are there once it is.
                parent.makeDirectory(name, PROGRAM);
                parent.sync();
            }
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.EEXIST) {
                throw fault;
            }
        }
        return disk.open(path, label);
    }

    private static void unlinkIfThere(Directory directory, String name) throws DiskFault {
        try {
            directory.unlink(name);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.ENOENT) {
                throw fault;
            }
        }
    }

    private static void copy(OpenFile from, OpenFile to) throws DiskFault {
        byte[] buffer = new byte[BUFFER_BYTES];
        long position = 0;
        int count = from.read(buffer, 0, buffer.length, position);
        while (count >= 0) {
            to.writeAll(buffer, 0, count, position);
            position += count;
            count = from.read(buffer, 0, buffer.length, position);
        }
    }
}
