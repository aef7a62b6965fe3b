package dev.belay.system.occupancy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/// Which processes use a tree of files.
public interface Occupancy {
    /// A tree of files.
    ///
    /// @param top its directory
    /// @param device of all of it
    /// @param inodes of what is in it, `top` included: a process in another mount namespace knows
    ///   them by other paths
    /// @param since who could know of it has started then or later
    record Tree(Path top, long device, Set<Long> inodes, Instant since) {
        public Tree {
            inodes = Set.copyOf(inodes);
        }
    }

    /// A process that uses a tree, or may do so.
    ///
    /// @param how what it does, as the middle of a sentence that begins with the process
    /// @param isCertain false where it could only not be looked into
    record Use(long pid, String how, boolean isCertain) {}

    /// A process, other than this one, that has something of the tree open or mapped, runs it, or
    /// works in it. One of this user that started since and cannot be looked into counts as one; so
    /// does a system that does not say.
    Optional<Use> of(Tree tree);
}
