package dev.belay.staging.source;

import dev.belay.staging.git.Git;
import dev.belay.staging.manifest.SourceFile;
import dev.belay.staging.recovery.ContentProof.Copy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What a command made or changed in its copy and the repository does not ignore, as files that a
/// commit can hold.
final class ProductFiles {
    private ProductFiles() {}

    /// By their paths in the working tree, in order.
    ///
    /// @throws IOException (`STAGING_KEPT`) where one is neither a file nor a link, or is Git's own
    static Map<String, SourceFile> of(Git git, Copy copy, Survey survey) throws IOException {
        Path repository = Path.of(copy.receipt().repository().path());
        Map<String, SourceFile> files = new TreeMap<>();
        for (String path : Ignoring.unignored(git, repository, survey.products().keySet())) {
            Optional<FileBlob> found = survey.products().getOrDefault(path, Optional.empty());
            if (found.isEmpty() || !path.startsWith(Ignoring.SOURCE) || isGit(path)) {
                throw Unheld.refusal(
                        copy.payload().label(path),
                        "was made by the command, and no commit can hold it",
                        "save what is wanted of it; belay staging discard ends the copy");
            }
            String below = path.substring(Ignoring.SOURCE.length());
            files.put(below, new SourceFile(below, found.get().mode(), found.get().blob()));
        }
        return files;
    }

    private static boolean isGit(String path) {
        return List.of(path.split("/", -1)).stream().anyMatch(".git"::equalsIgnoreCase);
    }
}
