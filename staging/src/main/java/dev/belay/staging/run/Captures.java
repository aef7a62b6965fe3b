package dev.belay.staging.run;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Durability;
import dev.belay.staging.git.Quoted;
import dev.belay.staging.manifest.TreePath;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Puts the outputs that were asked for by name where all outputs are: below `captures`.
///
/// They are moved, since nobody is left who would look for them in the copy.
///
/// - **Durable:** once [#gather] returns, the moves survive a power cut where that can be had.
/// - **Crash:** leaves each in its old place or below `captures`, or a file in both; the next one
///   goes on.
/// - **Refuses:** (`USAGE`) a path that does not stay in the copy, before anything is moved.
final class Captures {
    private static final String CAPTURES = "captures";
    private static final int PRIVATE = 0700;

    private Captures() {}

    /// The paths that are meant, each once, and none below another one: what moves takes along what
    /// is in it.
    ///
    /// @param asked as a person writes them: `./target/`
    static List<String> meant(List<String> asked) throws Refusal {
        List<String> paths = new ArrayList<>();
        for (String output : asked) {
            String path = output.replaceFirst("^(\\./+)+", "").replaceFirst("/+$", "");
            if (!TreePath.isSafe(path) || path.equals(Preservation.OUTPUTS)) {
                throw new Refusal(
                        ErrorCode.USAGE,
                        "--output",
                        Quoted.of(output)
                                + " is no path of an output below the top of the checkout",
                        "name a file or directory there: target/site");
            }
            paths.add(path);
        }
        return paths.stream()
                .distinct()
                .filter(path -> paths.stream().noneMatch(each -> path.startsWith(each + "/")))
                .toList();
    }

    /// Moves what is there.
    ///
    /// @param outputs paths below `source`, each of which keeps its path below `captures`
    /// @return those that are not there
    static List<String> gather(Directory source, List<String> outputs) throws IOException {
        List<String> missing = new ArrayList<>();
        for (String output : meant(outputs)) {
            if (!move(source, output)) {
                missing.add(output);
            }
        }
        return missing;
    }

    private static boolean move(Directory source, String output) throws IOException {
        String[] parts = output.split("/");
        List<Directory> opened = new ArrayList<>();
        try {
            Optional<Directory> parent = parent(source, parts, opened);
            String name = parts[parts.length - 1];
            Optional<FileStatus> there =
                    parent.isEmpty() ? Optional.empty() : parent.get().status(name);
            if (parent.isEmpty() || there.isEmpty()) {
                return isMoved(source, output);
            }
            if (isAmongOutputs(parts)) {
                return true; // It comes back where it is.
            }
            Directory from = parent.get();
            Directory to = made(made(source, Preservation.OUTPUTS, opened), CAPTURES, opened);
            for (int part = 0; part < parts.length - 1; part++) {
                to = made(to, parts[part], opened);
            }
            if (isSame(to.status(name), there.get())) {
                from.unlink(name); // A power cut has left it with both names.
            } else {
                from.renameNoReplace(name, to, name);
            }
            Durability.sync(to); // It is there for good before it is gone for good.
            Durability.sync(from);
            return true;
        } catch (DiskFault fault) {
            if (fault.errno() == Errno.EEXIST) {
                throw Preservation.refusal(output, "there is another output of that name");
            }
            throw fault;
        } finally {
            opened.forEach(Directory::close);
        }
    }

    private static boolean isSame(Optional<FileStatus> there, FileStatus file) {
        return file.kind() != FileKind.DIRECTORY
                && there.filter(found -> found.isSameFile(file)).isPresent();
    }

    /// Whether somebody who was cut off has moved it.
    private static boolean isMoved(Directory source, String output) throws IOException {
        String[] parts = (Preservation.OUTPUTS + "/" + CAPTURES + "/" + output).split("/");
        List<Directory> opened = new ArrayList<>();
        try {
            Optional<Directory> parent = parent(source, parts, opened);
            return parent.isPresent() && parent.get().status(parts[parts.length - 1]).isPresent();
        } finally {
            opened.forEach(Directory::close);
        }
    }

    /// The directory in which the last part is; empty where a part before it is not there.
    private static Optional<Directory> parent(
            Directory source, String[] parts, List<Directory> opened) throws IOException {
        Directory at = source;
        for (int part = 0; part < parts.length - 1; part++) {
            Optional<Directory> next = below(at, parts[part], String.join("/", parts));
            if (next.isEmpty()) {
                return Optional.empty();
            }
            at = next.get();
            opened.add(at);
        }
        return Optional.of(at);
    }

    private static boolean isAmongOutputs(String[] parts) {
        return parts[0].equals(Preservation.OUTPUTS) && Preservation.TOPS.contains(parts[1]);
    }

    private static Optional<Directory> below(Directory parent, String name, String output)
            throws IOException {
        Optional<FileKind> kind = parent.status(name).map(FileStatus::kind);
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        if (kind.get() != FileKind.DIRECTORY) {
            throw Preservation.refusal(
                    output, "a part of the path is " + kind.get().noun() + " and no directory");
        }
        return Optional.of(parent.openDirectory(name));
    }

    private static Directory made(Directory parent, String name, List<Directory> opened)
            throws DiskFault {
        if (parent.status(name).isEmpty()) {
            parent.makeDirectory(name, PRIVATE);
            Durability.sync(parent); // Before anything is moved into it.
        }
        Directory made = parent.openDirectory(name);
        opened.add(made);
        return made;
    }
}
