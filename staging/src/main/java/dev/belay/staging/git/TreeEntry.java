package dev.belay.staging.git;

/// One file of a commit's tree.
///
/// @param mode as Git writes it, for example `100644`; `160000` for a commit of another repository
/// @param id of the object, 40 hexadecimal digits
public record TreeEntry(String path, String mode, String id) {}
