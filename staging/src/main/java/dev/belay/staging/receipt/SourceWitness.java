package dev.belay.staging.receipt;

import java.util.regex.Pattern;

/// A Git ref that is said to hold all that was copied. It proves nothing until it is verified.
///
/// @param gitDir the repository's common directory
/// @param ref for example `refs/heads/main`
/// @param commit 40 lower-case hexadecimal digits
public record SourceWitness(String gitDir, String ref, String commit) {
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");

    public SourceWitness {
        if (!isCommit(commit)) {
            throw new IllegalArgumentException("not the id of a commit");
        }
    }

    public static boolean isCommit(String text) {
        return COMMIT.matcher(text).matches();
    }
}
