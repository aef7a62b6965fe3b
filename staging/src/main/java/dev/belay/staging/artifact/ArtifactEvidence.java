package dev.belay.staging.artifact;

import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.manifest.TreePath;
import dev.belay.staging.schema.Digest;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the outputs below `.crabbox` in a copy were, and where they are in safety.
///
/// @param isDurable whether all of it survives a power cut
/// @param source which directory `payload/source` was
/// @param entries at most [#ENTRIES_MAX], each path once
/// @param destination null where there was nothing but empty places of outputs
public record ArtifactEvidence(
        boolean isDurable,
        DirectoryIdentity source,
        List<Output> entries,
        @Nullable Destination destination) {
    public static final int ENTRIES_MAX = 100_000;

    private static final int PATH_LENGTH_MAX = 4_096;
    private static final int DEPTH_MAX = 128;
    private static final Set<String> TOPS = Set.of("captures", "runs");

    /// One thing among the outputs, its path below `.crabbox`.
    public sealed interface Output {
        String path();
    }

    /// A directory.
    public record Folder(String path) implements Output {}

    /// A regular file.
    public record File(String path, long sizeBytes, Digest content) implements Output {}

    /// Where the outputs were copied to.
    ///
    /// @param repository the repository's path
    /// @param repositoryIdentity which directory that was
    /// @param crabbox which directory its `.crabbox` was
    /// @param wrapperArtifacts which directory `wrapper-artifacts` in that was
    /// @param path of the copy's own directory there
    /// @param identity which directory that was
    public record Destination(
            String repository,
            DirectoryIdentity repositoryIdentity,
            DirectoryIdentity crabbox,
            DirectoryIdentity wrapperArtifacts,
            String path,
            DirectoryIdentity identity) {}

    public ArtifactEvidence {
        entries = List.copyOf(entries);
        if (entries.size() > ENTRIES_MAX) {
            throw new IllegalArgumentException("more outputs than allowed");
        }
        Set<String> paths = HashSet.newHashSet(entries.size());
        boolean holdsNothing = true;
        for (Output entry : entries) {
            if (!isOutput(entry) || !paths.add(entry.path())) {
                throw new IllegalArgumentException("names no output, or one twice");
            }
            holdsNothing &= TOPS.contains(entry.path());
        }
        if (holdsNothing != (destination == null)) {
            throw new IllegalArgumentException("outputs and their destination do not fit");
        }
    }

    public Optional<Destination> copied() {
        return Optional.ofNullable(destination);
    }

    /// Whether evidence can name an output of this path.
    public static boolean isOutput(String path) {
        if (!TreePath.isSafe(path) || path.length() > PATH_LENGTH_MAX) {
            return false;
        }
        String[] names = path.split("/", DEPTH_MAX + 1);
        return names.length <= DEPTH_MAX && TOPS.contains(names[0]);
    }

    private static boolean isOutput(Output entry) {
        boolean isTop = TOPS.contains(entry.path());
        return isOutput(entry.path()) && (!isTop || entry instanceof Folder);
    }
}
