package dev.belay.staging.git;

/// One file of a commit's tree.
///
/// @param mode as Git writes it, for example `100644`; `160000` for a commit of another repository
/// @param id of the object, 40 hexadecimal digits
public record TreeEntry(String path, String mode, String id) {
    static final String SUBMODULE = "160000";

    /// Whether it is a commit of another repository.
    public boolean isSubmodule() {
        return mode.equals(SUBMODULE);
    }
}
