package dev.belay.app.cli.staging.copies;

import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.core.file.Durability;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/// What became of a run, for a script that has to tell the command's codes from ours.
///
/// - **Atomic:** a reader sees that the run goes on, or all of how it ended.
/// - **Crash:** leaves it saying that the run goes on.
/// - **Refuses:** what is there and is no regular file.
public final class StatusFile implements AutoCloseable {
    private static final long VERSION = 1;
    private static final int PRIVATE = 0600;

    private final World world;
    private final Directory directory;
    private final String name;

    private StatusFile(World world, Directory directory, String name) {
        this.world = world;
        this.directory = directory;
        this.name = name;
    }

    /// Says that the run goes on, in place of what an earlier one said.
    public static StatusFile begin(World world, Path path) throws IOException {
        Path parent = path.getParent();
        Path last = path.getFileName();
        boolean isName = last != null && !last.toString().matches("\\.\\.?|");
        if (parent == null || last == null || !isName) {
            throw unusable("it is no path of a file");
        }
        StatusFile file = new StatusFile(world, open(world, parent), last.toString());
        try {
            file.requireReplaceable();
            file.write(JsonObject.builder().put("version", VERSION).put("ended", false));
            return file;
        } catch (IOException failure) {
            file.close();
            throw failure;
        }
    }

    private static Directory open(World world, Path parent) throws IOException {
        try {
            return world.disk().open(parent, "the directory of the status file");
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.ENOENT || fault.errno() == Errno.ENOTDIR) {
                throw unusable("its directory is not there");
            }
            throw fault;
        }
    }

    private void requireReplaceable() throws IOException {
        Optional<FileKind> kind = directory.status(name).map(FileStatus::kind);
        if (kind.isPresent() && kind.get() != FileKind.REGULAR) {
            throw unusable("what is there is " + kind.get().noun() + ", and no regular file");
        }
    }

    /// Says how it ended.
    ///
    /// @param how members beside those that every status has
    public void end(JsonObject how) throws IOException {
        JsonObject.Builder status = JsonObject.builder().put("version", VERSION).put("ended", true);
        how.members().forEach(status::put);
        write(status);
    }

    private void write(JsonObject.Builder status) throws IOException {
        byte[] line = (JsonText.print(status.build()) + "\n").getBytes(StandardCharsets.UTF_8);
        String temporary = ".%s.tmp-%s".formatted(name, world.randomness().uuid());
        try (OpenFile file =
                directory.open(
                        temporary,
                        PRIVATE,
                        OpenOption.WRITE,
                        OpenOption.CREATE,
                        OpenOption.EXCLUSIVE)) {
            file.writeAll(line, 0, line.length, 0);
            Durability.sync(file);
            directory.rename(temporary, directory, name); // Readers switch here.
        } catch (DiskFault fault) {
            removeQuietly(temporary, fault);
            throw fault;
        }
        Durability.sync(directory);
    }

    private void removeQuietly(String temporary, DiskFault reason) {
        try {
            directory.unlink(temporary);
        } catch (DiskFault second) {
            reason.addSuppressed(second); // It may never have been made.
        }
    }

    private static UsageFailure unusable(String found) {
        return new UsageFailure("--status-file: " + found, "Name a file that may be written.");
    }

    @Override
    public void close() {
        directory.close();
    }
}
