package dev.belay.staging.claims;

import dev.belay.core.error.Refusal;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.DiskFault;
import dev.belay.system.FileStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Where a path leads when every link on its way is followed, as far as it is there.
///
/// @param existing the deepest directory that is there, without links
/// @param status of that directory
/// @param missing the names below it that are not there
public record PhysicalPath(String existing, FileStatus status, List<String> missing) {
    private static final int LINKS_MAX = 40;
    private static final int DEPTH_MAX = 128;
    private static final String UP = "..";

    public PhysicalPath {
        missing = List.copyOf(missing);
    }

    /// Follows an absolute path.
    ///
    /// @throws Refusal where a link leads round, a name that is there is no directory, or a
    ///   directory cannot be read
    public static PhysicalPath of(Disk disk, String path) throws IOException {
        if (!path.startsWith("/") || path.indexOf(0) >= 0) {
            throw Unclear.place("a path is not a whole one", "");
        }
        try (Walk walk = new Walk(disk)) {
            return walk.follow(path);
        } catch (DiskFault fault) {
            throw Unclear.place(
                            "a directory on the way cannot be read: " + fault.errno().meaning(),
                            "let Belay read the directories above it")
                    .because(fault);
        }
    }

    /// The whole path.
    public String text() {
        if (missing.isEmpty()) {
            return existing;
        }
        String rest = String.join("/", missing);
        return existing.equals("/") ? existing + rest : existing + "/" + rest;
    }

    /// Which directory the deepest one is.
    public DirectoryIdentity identity() {
        return new DirectoryIdentity(
                Long.toUnsignedString(status.device()), Long.toUnsignedString(status.inode()));
    }

    /// Whether this is `other` or lies in it.
    public boolean isWithin(PhysicalPath other) {
        String above = other.text();
        return text().equals(above) || text().startsWith(above.equals("/") ? above : above + "/");
    }

    /// One way down, with every directory on it open.
    private static final class Walk implements AutoCloseable {
        private final Deque<Directory> opened = new ArrayDeque<>();
        private final Deque<String> names = new ArrayDeque<>();
        private final Deque<String> ahead = new ArrayDeque<>();
        private int links;

        Walk(Disk disk) throws DiskFault {
            opened.push(disk.open(Path.of("/"), Unclear.CLAIMS));
        }

        PhysicalPath follow(String path) throws IOException {
            prepend(path);
            while (!ahead.isEmpty()) {
                String name = ahead.pop();
                if (name.equals(UP)) {
                    up();
                } else if (!down(name)) {
                    return end(name);
                }
            }
            return new PhysicalPath(text(), opened.element().status(), List.of());
        }

        private void prepend(String path) {
            List<String> parts = List.of(path.split("/", -1)).reversed();
            parts.stream()
                    .filter(name -> !name.isEmpty() && !name.equals("."))
                    .forEach(ahead::push);
        }

        private void up() {
            if (!names.isEmpty()) {
                names.pop();
                opened.pop().close();
            }
        }

        /// @return false where there is no such name
        private boolean down(String name) throws IOException {
            Optional<FileStatus> status = opened.element().status(name);
            if (status.isEmpty()) {
                return false;
            }
            switch (status.get().kind()) {
                case DIRECTORY -> {
                    if (names.size() == DEPTH_MAX) {
                        throw Unclear.place("a path is deeper than %d".formatted(DEPTH_MAX), "");
                    }
                    opened.push(opened.element().openDirectory(name));
                    names.push(name);
                }
                case SYMBOLIC_LINK -> link(opened.element().readLink(name));
                case REGULAR, PIPE, SOCKET, DEVICE ->
                        throw Unclear.place("its path leads to " + status.get().kind().noun(), "");
            }
            return true;
        }

        private void link(String target) throws IOException {
            links++;
            if (links > LINKS_MAX) {
                throw Unclear.place("its path leads through too many links", "");
            }
            if (target.startsWith("/")) {
                while (!names.isEmpty()) {
                    up();
                }
            }
            prepend(target);
        }

        private PhysicalPath end(String name) throws IOException {
            List<String> missing = new ArrayList<>(List.of(name));
            missing.addAll(ahead);
            if (missing.contains(UP)) {
                throw Unclear.place("its path leads up from what is not there", "");
            }
            return new PhysicalPath(text(), opened.element().status(), missing);
        }

        private String text() {
            return "/" + String.join("/", new ArrayList<>(names).reversed());
        }

        @Override
        public void close() {
            opened.forEach(Directory::close);
        }
    }
}
