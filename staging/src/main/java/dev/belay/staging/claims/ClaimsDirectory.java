package dev.belay.staging.claims;

import dev.belay.core.error.Refusal;
import dev.belay.staging.receipt.ClaimNamespace;
import dev.belay.staging.receipt.ClaimNamespace.Anchor;
import dev.belay.system.Disk;
import dev.belay.system.FileStatus;
import java.io.IOException;

/// The directory in which a lease tool keeps its claims, there or not.
public final class ClaimsDirectory {
    private final Disk disk;
    private final LeaseSurroundings surroundings;

    public ClaimsDirectory(Disk disk, LeaseSurroundings surroundings) {
        this.disk = disk;
        this.surroundings = surroundings;
    }

    /// What is written down of it.
    ///
    /// @param source the directory in which a command starts, which is there
    public ClaimNamespace capture(String source) throws IOException {
        PhysicalPath cwd = PhysicalPath.of(disk, source);
        if (!cwd.missing().isEmpty()) {
            throw Unclear.place("the directory of the command is not there", "");
        }
        String directory = ClaimsPlace.of(surroundings, cwd.text()).directory();
        PhysicalPath anchor = PhysicalPath.of(disk, directory);
        return new ClaimNamespace(
                surroundings.platform(),
                cwd.text(),
                directory,
                new Anchor(anchor.existing(), anchor.identity()));
    }

    /// What is there now, of a directory that is the one written down.
    ///
    /// @param place how the tool finds it
    /// @param physical where it is
    /// @param anchor what the kernel says of the directory that was its deepest one
    record Now(ClaimsPlace place, PhysicalPath physical, FileStatus anchor) {
        /// Whether nothing came or went since.
        boolean isUnchanged(Now later) {
            return place.equals(later.place)
                    && physical.text().equals(later.physical.text())
                    && isSame(physical.status(), later.physical.status())
                    && isSame(anchor, later.anchor);
        }

        private static boolean isSame(FileStatus before, FileStatus after) {
            return before.isUnchanged(after) && before.permissions() == after.permissions();
        }
    }

    /// Looks at what was written down.
    ///
    /// @throws Refusal where this process would look for claims elsewhere, or another directory has
    ///   taken the place of one of them
    Now look(ClaimNamespace namespace) throws IOException {
        if (!namespace.platform().equals(surroundings.platform())) {
            throw Unclear.place("they were recorded on another kind of system", "");
        }
        PhysicalPath anchor = PhysicalPath.of(disk, namespace.anchor().path());
        boolean isThere =
                anchor.text().equals(namespace.anchor().path())
                        && anchor.missing().isEmpty()
                        && anchor.identity().equals(namespace.anchor().identity());
        if (!isThere) {
            throw Unclear.place(
                    "the directory above them is another one than when the copy was made",
                    "belay staging discard ends the copy on your word");
        }
        ClaimsPlace place = ClaimsPlace.of(surroundings, namespace.cwd());
        if (!place.directory().equals(namespace.directory())) {
            throw Unclear.place(
                    "%s now says that they are elsewhere".formatted(place.variable()),
                    "run the command with the environment that the copy was made in");
        }
        return new Now(place, PhysicalPath.of(disk, place.directory()), anchor.status());
    }
}
