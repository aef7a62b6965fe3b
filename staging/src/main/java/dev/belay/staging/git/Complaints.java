package dev.belay.staging.git;

import dev.belay.core.error.Refusal;
import dev.belay.system.program.Programs.End;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// What Git says on standard error, in our words where we know better and else without paths.
final class Complaints {
    /// What the shell, and `setsid`, say of a program that is not there.
    private static final int NOT_FOUND = 127;

    private static final int CHARACTERS_MAX = 200;
    private static final Pattern PATH = Pattern.compile("'/[^']*'|(?<=[\\s:])/\\S*");

    private Complaints() {}

    static Refusal refusal(String command, End.Exited end, Path directory) {
        String text = end.output();
        if (end.code() == NOT_FOUND) {
            return Git.refusal("there is no program git in PATH", "install Git");
        }
        if (text.contains("dubious ownership")) {
            return Git.refusal(
                    "Git refuses a repository that belongs to another user",
                    "if you trust it, add it to safe.directory in your own Git settings");
        }
        if (text.contains("not a git repository")) {
            return Git.refusal("this is not in a Git repository", "change to a Git checkout");
        }
        if (text.contains("must be run in a work tree")) {
            return Git.refusal("this repository has no working tree", "change to a Git checkout");
        }
        String first = text.lines().findFirst().orElse("").replace(directory.toString(), "…");
        String shown = PATH.matcher(first).replaceAll("…");
        return Git.refusal(
                "`git %s` ended with code %d%s"
                        .formatted(command, end.code(), shown.isEmpty() ? "" : ": " + cut(shown)),
                "");
    }

    private static String cut(String text) {
        return text.length() <= CHARACTERS_MAX ? text : text.substring(0, CHARACTERS_MAX) + "…";
    }
}
