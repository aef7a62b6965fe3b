package dev.belay.staging.witness;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Git;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which Git it is.
public record GitVersion(int major, int minor) implements Comparable<GitVersion> {
    private static final Pattern FORM = Pattern.compile("git version (\\d{1,6})\\.(\\d{1,6})");
    private static final Comparator<GitVersion> ORDER =
            Comparator.comparingInt(GitVersion::major).thenComparingInt(GitVersion::minor);

    /// As it says itself.
    public static GitVersion of(Git git) throws IOException {
        Matcher answer = FORM.matcher(new String(git.ask(Path.of("/"), "version"), US_ASCII));
        if (!answer.lookingAt()) {
            throw new Refusal(
                    ErrorCode.GIT_FAILED, "git", "it does not say which version it is", "");
        }
        return new GitVersion(Integer.parseInt(answer.group(1)), Integer.parseInt(answer.group(2)));
    }

    @Override
    public int compareTo(GitVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
