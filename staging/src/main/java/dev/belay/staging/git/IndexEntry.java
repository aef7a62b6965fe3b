package dev.belay.staging.git;

/// One line of an index.
///
/// @param mode as Git writes it, for example `100644`
/// @param blob the id of the object, 40 hexadecimal digits
/// @param stage 0, or 1 to 3 while a conflict is not resolved
/// @param isSkipped whether Git does not expect the file in the working tree (a sparse checkout)
public record IndexEntry(String path, String mode, String blob, int stage, boolean isSkipped) {
    /// Whether it is a commit of another repository.
    public boolean isSubmodule() {
        return mode.equals(TreeEntry.SUBMODULE);
    }
}
