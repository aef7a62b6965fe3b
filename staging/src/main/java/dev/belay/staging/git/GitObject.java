package dev.belay.staging.git;

/// An object of a repository, by kind and name.
///
/// @param id 40 lower-case hexadecimal digits
public record GitObject(Kind kind, String id) {
    /// What an object is.
    public enum Kind {
        BLOB("blob"),
        TREE("tree"),
        COMMIT("commit");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /// As Git writes it, also in what it hashes.
        public String word() {
            return word;
        }
    }

    public static GitObject blob(String id) {
        return new GitObject(Kind.BLOB, id);
    }
}
