package dev.belay.staging.git;

import java.nio.file.Path;

/// A checkout, as Git sees it.
///
/// @param top the directory of the working tree
/// @param directory what holds the index of this working tree
/// @param common what holds objects and refs; another one than `directory` in a linked worktree
/// @param exclude the file of further patterns of ignored paths, which may not be there
public record Repository(Path top, Path directory, Path common, Path exclude) {
    /// Where its objects are.
    public Path objects() {
        return common.resolve("objects");
    }
}
