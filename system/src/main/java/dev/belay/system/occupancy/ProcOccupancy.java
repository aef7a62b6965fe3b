package dev.belay.system.occupancy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Looks through `/proc` at what each process has open and mapped, and where it works.
///
/// In our mount namespace a path tells; in another the inode does. A process may hand what it has
/// open to a younger one and end, so that it looks until there is nobody new.
public final class ProcOccupancy implements Occupancy {
    private static final Path PROC = Path.of("/proc");
    private static final int ROUNDS_MAX = 1000;
    private static final List<String> LINKS = List.of("cwd", "root", "exe");

    private final Path proc;
    private final long user;

    /// Of this machine.
    ///
    /// @param user whose processes may have been handed something of ours
    public ProcOccupancy(long user) {
        this(PROC, user);
    }

    /// @param proc where processes are listed
    ProcOccupancy(Path proc, long user) {
        this.proc = proc;
        this.user = user;
    }

    @Override
    public Optional<Use> of(Tree tree) {
        String self;
        String namespace;
        String top;
        try {
            self = proc.resolve("self").toRealPath().getFileName().toString();
            namespace = Files.readSymbolicLink(proc.resolve("self/ns/mnt")).toString();
            top = tree.top().toRealPath().toString();
        } catch (IOException _) {
            return Optional.of(new Use(0, "cannot be found: the system does not list them", false));
        }
        Look look = new Look(tree, top, namespace, user);
        Set<String> seen = new HashSet<>(Set.of(self));
        for (int round = 0; round < ROUNDS_MAX; round++) {
            Deque<String> fresh = fresh(seen);
            if (fresh.isEmpty()) {
                return Optional.empty();
            }
            for (String pid : fresh) {
                Optional<Use> use = look.at(Long.parseLong(pid), proc.resolve(pid));
                if (use.isPresent()) {
                    return use;
                }
            }
        }
        return Optional.of(new Use(0, "come faster than they can be looked at", false));
    }

    private Deque<String> fresh(Set<String> seen) {
        Deque<String> fresh = new ArrayDeque<>();
        String[] names = proc.toFile().list();
        for (String name : names == null ? new String[0] : names) {
            if (Character.isDigit(name.charAt(0)) && seen.add(name)) {
                fresh.add(name);
            }
        }
        return fresh;
    }

    /// One look at one process.
    private record Look(Tree tree, String top, String namespace, long user) {
        Optional<Use> at(long pid, Path process) {
            try {
                return uses(process) ? Optional.of(certain(pid)) : Optional.empty();
            } catch (IOException unreadable) {
                ProcStatus status = ProcStatus.read(process, user);
                return status.isOfThisUser() && status.isYoungerThan(tree.since())
                        ? Optional.of(new Use(pid, "cannot be looked into", false))
                        : Optional.empty();
            }
        }

        private static Use certain(long pid) {
            return new Use(pid, "has something of it open or works in it", true);
        }

        /// @throws IOException when the process may not be looked into, or is gone
        private boolean uses(Path process) throws IOException {
            boolean isElsewhere =
                    !Files.readSymbolicLink(process.resolve("ns/mnt")).toString().equals(namespace);
            for (String link : LINKS) {
                if (leadsInside(process.resolve(link), isElsewhere)) {
                    return true;
                }
            }
            File descriptors = process.resolve("fd").toFile();
            String[] numbers = descriptors.list();
            if (numbers == null) {
                throw new IOException("its descriptors cannot be listed");
            }
            for (String number : numbers) {
                if (leadsInside(descriptors.toPath().resolve(number), isElsewhere)) {
                    return true;
                }
            }
            for (String line : Files.readAllLines(process.resolve("maps"), ISO_8859_1)) {
                if (isMapped(line, isElsewhere)) {
                    return true;
                }
            }
            return false;
        }

        private boolean leadsInside(Path link, boolean isElsewhere) {
            try {
                String target = Files.readSymbolicLink(link).toString();
                return isInside(target)
                        || (isElsewhere && target.startsWith("/") && isOneOfThem(link));
            } catch (IOException _) {
                return false; // A kernel thread has no program, and a descriptor may be closed.
            }
        }

        private boolean isInside(String path) {
            return path.startsWith(top)
                    && (path.length() == top.length()
                            || "/ ".indexOf(path.charAt(top.length())) >= 0);
        }

        private boolean isOneOfThem(Path link) throws IOException {
            return tree.device() == (long) Files.getAttribute(link, "unix:dev")
                    && tree.inodes().contains((long) Files.getAttribute(link, "unix:ino"));
        }

        /// A line is range, rights, offset, device, inode, and path.
        private boolean isMapped(String line, boolean isElsewhere) {
            String[] fields = line.split(" +", 6);
            return fields.length == 6
                    && (isInside(fields[5].strip())
                            || (isElsewhere && tree.inodes().contains(Long.parseLong(fields[4]))));
        }
    }
}
