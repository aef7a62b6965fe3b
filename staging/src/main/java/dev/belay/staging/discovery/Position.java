package dev.belay.staging.discovery;

import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where the next look at all stagings begins, kept for it and for the Node program.
///
/// - **Refuses:** one that is damaged or of another directory. It is left as it is; a look may as
///   well begin at the front.
public final class Position {
    private static final int PRIVATE = 0700;

    private Position() {}

    /// The name after which to go on; empty for the beginning.
    public static Optional<String> read(SyncRoot root) throws IOException {
        if (root.directory().status(Cursor.DIRECTORY).isEmpty()) {
            return Optional.empty();
        }
        try (Directory own = root.directory().openDirectory(Cursor.DIRECTORY)) {
            return cursor(root, own).flatMap(Cursor::position);
        } catch (InvalidFormat invalid) {
            throw invalid.in(root.directory().label(Cursor.DIRECTORY));
        }
    }

    /// Keeps `after` for the next look; null is the beginning.
    public static void write(SyncRoot root, @Nullable String after) throws IOException {
        makeDirectory(root.directory());
        try (Directory own = root.directory().openDirectory(Cursor.DIRECTORY)) {
            cursor(root, own); // What is not a cursor of ours is not replaced.
            Cursor next =
                    new Cursor(
                            DirectoryIdentity.of(root.directory()),
                            DirectoryIdentity.of(own),
                            after);
            root.file(own, Cursor.FILE).replace(next.write(), () -> {});
        } catch (InvalidFormat invalid) {
            throw invalid.in(root.directory().label(Cursor.DIRECTORY));
        }
    }

    private static void makeDirectory(Directory root) throws DiskFault {
        try {
            root.makeDirectory(Cursor.DIRECTORY, PRIVATE);
        } catch (DiskFault fault) {
            if (fault.errno() != Errno.EEXIST) {
                throw fault;
            }
        }
    }

    private static Optional<Cursor> cursor(SyncRoot root, Directory own) throws IOException {
        Optional<BoundedFile> file = BoundedFile.read(own, Cursor.FILE, Cursor.BYTES_MAX);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        Cursor cursor = Cursor.read(file.get().bytes());
        cursor.root().requireSame(root.directory());
        cursor.own().requireSame(own);
        return Optional.of(cursor);
    }
}
