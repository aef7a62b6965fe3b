package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Arguments;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.cli.staging.copies.CopiesPlace;
import dev.belay.app.config.Keys;
import dev.belay.staging.claims.ClaimsDirectory;
import dev.belay.staging.claims.LeaseSurroundings;
import dev.belay.staging.freeze.Freezer;
import dev.belay.staging.git.Checkout;
import dev.belay.staging.git.Git;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.seal.Sealing;
import dev.belay.system.program.LocalPrograms;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What the commands have in common that make a copy of the checkout.
///
/// @param checkout the one that we are in
record CopyMaking(Checkout checkout, Sealing sealing, Sealing.Options options) {
    private static final String BASE = "--base";
    private static final String NO_GIT = "--no-git";
    private static final String WITH = "--with";
    private static final String SUBMODULES = "--submodules";
    private static final String SKIP = "skip";
    private static final String HISTORY = "--history";
    private static final int HISTORY_MAX = 1_000_000;

    /// The options that say how a copy is made.
    static Description describe(Description description) {
        return description
                .value(BASE, "REF", "Deletions are told against this commit: HEAD by default.")
                .values(WITH, "PATHS", "Take along what Git ignores there, with commas between.")
                .value(SUBMODULES, SKIP, "Leave submodules out, instead of refusing them.")
                .value(HISTORY, "N", "Have the last N commits there, under their own ids.")
                .flag(NO_GIT, "Make no Git repository in the copy.");
    }

    /// @param environment of whoever works in the copy
    static CopyMaking of(
            Session session, CopiesPlace place, SyncRoot root, Map<String, String> environment)
            throws IOException {
        Arguments arguments = session.arguments();
        Git git = Git.create(new LocalPrograms(), session.surroundings().environment());
        Checkout checkout = Checkout.around(git, Session.directory());
        long kept = session.configuration().count(Keys.STAGING_KEPT_FREE).orElse(0L);
        Freezer.Scope scope = new Freezer.Scope(list(arguments, WITH), skips(arguments));
        LeaseSurroundings surroundings =
                LeaseSurroundings.of(System.getProperty("os.name", ""), environment);
        Sealing sealing =
                new Sealing(
                        session.world(),
                        new Sealing.Place(root, place.path()),
                        new Sealing.Tools(
                                git,
                                new Freezer(session.world(), kept, scope),
                                new ClaimsDirectory(session.world().disk(), surroundings)));
        Sealing.Options options =
                new Sealing.Options(
                        arguments.text(BASE).orElse("HEAD"),
                        !arguments.has(NO_GIT),
                        history(arguments));
        requireBase(arguments, checkout);
        return new CopyMaking(checkout, sealing, options);
    }

    /// A base that was named is a commit; `HEAD` need not be one yet.
    private static void requireBase(Arguments arguments, Checkout checkout) throws IOException {
        Optional<String> base = arguments.text(BASE);
        if (base.isPresent() && checkout.commit(base.get()).isEmpty()) {
            throw new UsageFailure(
                    "%s: \"%s\" is no commit of this repository".formatted(BASE, base.get()),
                    "Give a branch, a tag, or the id of a commit.");
        }
    }

    /// The words of an option, which have commas between them or follow one option each.
    static List<String> list(Arguments arguments, String option) {
        return arguments.texts(option).stream()
                .flatMap(text -> Stream.of(text.split(",", -1)))
                .toList();
    }

    private static int history(Arguments arguments) throws UsageFailure {
        Optional<String> text = arguments.text(HISTORY);
        if (text.isEmpty()) {
            return 0;
        }
        if (arguments.has(NO_GIT)) {
            throw new UsageFailure(
                    HISTORY + " has no place in a copy without a repository",
                    "Leave one of %s and %s out.".formatted(HISTORY, NO_GIT));
        }
        boolean isCount = text.get().matches("[1-9][0-9]{0,6}");
        if (!isCount || Integer.parseInt(text.get()) > HISTORY_MAX) {
            throw new UsageFailure(
                    HISTORY + ": \"" + text.get() + "\" is no number of commits",
                    "Give one from 1 to " + HISTORY_MAX + ".");
        }
        return Integer.parseInt(text.get());
    }

    private static boolean skips(Arguments arguments) throws UsageFailure {
        String word = arguments.text(SUBMODULES).orElse("");
        if (!word.isEmpty() && !word.equals(SKIP)) {
            throw new UsageFailure(SUBMODULES + ": there is no way " + word, "The one is: skip.");
        }
        return word.equals(SKIP);
    }
}
