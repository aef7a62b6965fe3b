package dev.belay.staging.freeze;

import dev.belay.staging.git.IndexEntry;
import dev.belay.system.FileStatus;
import java.util.List;

/// What a look at the paths of one directory found.
///
/// @param directory the path of the directory, `` for the top
/// @param present what is to be copied
/// @param gone tracked paths that are not there
/// @param skipped tracked paths that Git does not expect to be there, and that are not
/// @param specials further names that are pipes, sockets, or devices, as whole paths
public record Found(
        String directory,
        List<Present> present,
        List<String> gone,
        List<IndexEntry> skipped,
        List<String> specials) {
    /// A file or link, as it was when it was looked at.
    public record Present(Wanted wanted, FileStatus status) {}

    String path(String name) {
        return directory.isEmpty() ? name : directory + "/" + name;
    }
}
