package dev.belay.staging.witness;

import dev.belay.core.error.Refusal;
import dev.belay.staging.git.Git;
import dev.belay.staging.receipt.SourceWitness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Which ref is named as the witness of a source. It proves nothing until it is verified.
public final class WitnessChoice {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final String REFS_MAX = "--count=32";

    private WitnessChoice() {}

    /// The ref of a repository that leads to the commit that was copied: what is checked out, else
    /// the first branch or tag that does.
    ///
    /// @param common the Git directory that holds refs and objects
    /// @return empty where no ref does, or Git does not say in time: a copy can do without
    public static Optional<SourceWitness> of(Git git, Path common, String commit)
            throws IOException {
        Git quick = git.within(LIMIT).with("GIT_DIR", common.toString());
        try {
            Optional<SourceWitness> current = first(quick, common, commit, current(quick, common));
            return current.isPresent()
                    ? current
                    : first(quick, common, commit, pointing(quick, common, commit));
        } catch (Refusal _) {
            return Optional.empty();
        }
    }

    private static Optional<SourceWitness> first(
            Git git, Path common, String commit, List<String> refs) throws IOException {
        for (String ref : refs) {
            if (RefName.isAcceptable(ref) && leadsTo(git, common, ref, commit)) {
                return Optional.of(new SourceWitness(common.toString(), ref, commit));
            }
        }
        return Optional.empty();
    }

    /// A ref that somebody names.
    ///
    /// @param repository a directory of a checkout, or a Git directory
    public static SourceWitness named(Git git, Path repository, String ref) throws IOException {
        if (!RefName.isAcceptable(ref)) {
            throw Unproved.refusal(
                    "`%s` is not the whole name of a ref that lasts".formatted(ref),
                    "name a branch or a tag, for example refs/heads/main");
        }
        String common =
                text(
                        git.within(LIMIT)
                                .ask(
                                        repository,
                                        "rev-parse",
                                        "--path-format=absolute",
                                        "--git-common-dir"));
        String commit =
                git.within(LIMIT)
                        .find(repository, resolving(ref))
                        .map(WitnessChoice::text)
                        .filter(SourceWitness::isCommit)
                        .orElseThrow(() -> Unproved.refusal("it has no commit at " + ref));
        return new SourceWitness(common, ref, commit);
    }

    private static List<String> current(Git git, Path common) throws IOException {
        return git.find(common, "symbolic-ref", "--quiet", "HEAD").map(WitnessChoice::text).stream()
                .toList();
    }

    private static List<String> pointing(Git git, Path common, String commit) throws IOException {
        byte[] listed =
                git.ask(
                        common,
                        "for-each-ref",
                        REFS_MAX,
                        "--format=%(refname)",
                        "--points-at=" + commit,
                        "refs/heads",
                        "refs/remotes",
                        "refs/tags");
        return new String(listed, StandardCharsets.UTF_8).lines().toList();
    }

    private static boolean leadsTo(Git git, Path common, String ref, String commit)
            throws IOException {
        return git.find(common, resolving(ref)).map(WitnessChoice::text).stream()
                .anyMatch(commit::equals);
    }

    private static String[] resolving(String ref) {
        return new String[] {
            "rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}"
        };
    }

    private static String text(byte[] answer) {
        return new String(answer, StandardCharsets.UTF_8).strip();
    }
}
