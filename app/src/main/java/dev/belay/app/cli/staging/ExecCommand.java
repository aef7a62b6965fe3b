package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.cli.staging.copies.CopiesPlace;
import dev.belay.app.cli.staging.copies.StatusFile;
import dev.belay.app.cli.staging.mirrors.MirrorKeeping;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonObject;
import dev.belay.staging.life.SyncRoot;
import dev.belay.staging.recovery.CleanUp;
import dev.belay.staging.run.Ending;
import dev.belay.staging.run.Interruptions;
import dev.belay.staging.run.SealedRun;
import dev.belay.staging.run.Task;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.Commands;
import dev.belay.system.program.Commands.NotRun;
import dev.belay.system.program.LocalCommands;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `belay staging exec`: runs a command in a sealed copy of the checkout, and brings back what it
/// made.
public final class ExecCommand implements Command {
    private static final Duration NO_LIMIT = Duration.ofDays(365);

    /// Ours: before the command started, or after it when what followed failed.
    private static final int OURS = 125;

    private static final int SIGNAL = 128;
    private static final String MIRROR = "--mirror";

    @Override
    public Description description() {
        return CopyMaking.describe(
                        Description.of("Runs a command in a sealed copy of the checkout."))
                .details(
                        "The copy holds the working tree as it lies on disk: what Git tracks, with"
                                + " every change, and what it neither tracks nor ignores. The"
                                + " command runs at its top, with our streams; go on editing"
                                + " meanwhile. Outputs below .crabbox/runs and .crabbox/captures"
                                + " come back to .crabbox/wrapper-artifacts in the checkout, and"
                                + " the copy goes.",
                        "The exit code is the command's own, or 128 and the signal that ended it;"
                                + " 125 says that Belay failed, 126 and 127 that the command"
                                + " cannot be run. --status-file says whose it is.",
                        "--env, --output, and --with may be there several times.")
                .values("--output", "PATHS", "Bring these back too, with commas between them.")
                .values("--env", "NAME=VALUE", "Set a variable.")
                .value("--timeout", "TIME", "Ask the command to end after this time.")
                .value("--lease-tool", "PROGRAM", "Ask it for leases on copies.")
                .value("--status-file", "FILE", "Write there how it ended, as JSON.")
                .flag(MIRROR, "Use a copy that is kept warm from run to run.")
                .flag("--keep", "Leave the copy where it is.")
                .arguments("-- COMMAND", "The command and its arguments.")
                .example("belay staging exec -- make test", "Run the tests on a copy.")
                .example(
                        "belay staging exec --output target/site -- mvn -q site",
                        "Bring a directory back.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        List<String> words = session.arguments().arguments(0);
        if (words.isEmpty()) {
            throw new UsageFailure("there is no command", "Say it after --: -- make test");
        }
        Interruptions interruptions = CaughtSignals.here();
        boolean usedMirror;
        try (StatusFile status = status(session)) {
            Ending ending = ended(session, words, interruptions, status);
            usedMirror = ending.mirror() != null;
            say(session, ending);
            session.pass(code(ending));
            tell(session, status, json(ending).put("from", whose(ending)));
        }
        if (session.passed().orElse(OURS) == 0 && !interruptions.isAny()) {
            cleanUp(session);
        }
        if (usedMirror && !interruptions.isAny()) {
            MirrorKeeping.trim(session);
        }
        return ExitCode.OK;
    }

    /// Runs the command, and says why it was not run.
    private static Ending ended(
            Session session,
            List<String> words,
            Interruptions interruptions,
            @Nullable StatusFile status)
            throws IOException {
        try {
            return run(session, words, interruptions);
        } catch (IOException failure) {
            session.pass(code(failure, interruptions));
            tell(
                    session,
                    status,
                    JsonObject.builder().put("from", "belay").put("error", error(failure)));
            throw failure;
        }
    }

    private static @Nullable StatusFile status(Session session) throws IOException {
        Optional<String> path = session.arguments().text("--status-file");
        return path.isEmpty()
                ? null
                : StatusFile.begin(session.world(), Session.directory().resolve(path.get()));
    }

    /// Writes how it ended where that was asked for. Who cannot be told has no success.
    private static void tell(Session session, @Nullable StatusFile status, JsonObject.Builder how) {
        if (status == null) {
            return;
        }
        int exit = session.passed().orElse(OURS);
        try {
            status.end(how.put("exit", exit).build());
        } catch (IOException failure) {
            session.output().complaint("belay: the status file: " + failure.getMessage());
            session.pass(exit == 0 ? OURS : exit);
        }
    }

    /// Ours, without what aims Git elsewhere.
    private static Map<String, String> environment(Session session) throws UsageFailure {
        Map<String, String> environment = new LinkedHashMap<>();
        session.surroundings()
                .environment()
                .forEach((name, value) -> {
                    if (!name.startsWith("GIT_")) {
                        environment.put(name, value);
                    }
                });
        for (String setting : session.arguments().texts("--env")) {
            int end = setting.indexOf('=');
            if (end < 1) {
                throw new UsageFailure("--env: no name and value", "For example: --env CI=1");
            }
            environment.put(setting.substring(0, end), setting.substring(end + 1));
        }
        return environment;
    }

    private static Ending run(Session session, List<String> words, Interruptions interruptions)
            throws IOException {
        Map<String, String> environment = environment(session);
        CopiesPlace place = CopiesPlace.of(session);
        try (SyncRoot root = place.open()) {
            tidy(root, session);
            CopyMaking making = CopyMaking.of(session, place, root, environment);
            Task task =
                    new Task(
                            words,
                            environment,
                            session.arguments().duration("--timeout").orElse(NO_LIMIT),
                            CopyMaking.list(session.arguments(), "--output"),
                            making.options(),
                            session.arguments().has("--keep"));
            SealedRun.Tools tools =
                    new SealedRun.Tools(
                            making.sealing(),
                            new LocalCommands(LocalWorld.adoption()),
                            LeaseTools.named(session, environment).orElse(null),
                            session.arguments().has(MIRROR)
                                    ? new MirrorKeeping(session, place, root).mirrors()
                                    : null);
            return new SealedRun(session.world(), tools, interruptions)
                    .run(
                            making.checkout(),
                            task,
                            new CopyProgress(session.output(), interruptions));
        }
    }

    /// Ends what killed processes began to remove or to make. That this fails is no reason not to
    /// run a command.
    private static void tidy(SyncRoot root, Session session) {
        try {
            root.finishRemovals();
            root.removeOldTemporaries();
            root.keepReserve();
        } catch (IOException failure) {
            session.output()
                    .complaint(
                            "belay: what earlier runs left stays there: " + failure.getMessage());
        }
    }

    /// Recovers at most one copy that an earlier run left. This run is over, whatever becomes of
    /// it.
    private static void cleanUp(Session session) {
        try (Recoveries recoveries = Recoveries.of(session)) {
            recoveries
                    .cleanUp()
                    .one()
                    .ifPresent(attempt -> session.output().complaint("belay: " + told(attempt)));
        } catch (IOException failure) {
            session.output()
                    .complaint("belay: earlier copies were not seen to: " + failure.getMessage());
        }
    }

    private static String told(CleanUp.Attempt attempt) {
        IOException refusal = attempt.refusal();
        return refusal == null
                ? "the copy %s of an earlier run is removed".formatted(attempt.id())
                : "the copy %s of an earlier run is kept: %s"
                        .formatted(attempt.id(), refusal.getMessage());
    }

    /// On standard error, since standard output is the command's.
    private static void say(Session session, Ending ending) {
        for (String path : ending.missing()) {
            session.output().complaint("belay: there is no output " + path);
        }
        String preserved = ending.preserved();
        if (preserved != null) {
            session.output().complaint("belay: outputs are in " + preserved);
        }
        Exception failure = ending.failure();
        if (failure != null) {
            session.output().complaint("belay: " + failure.getMessage());
        }
        if (!ending.kept().isEmpty()) {
            session.output()
                    .complaint(
                            "belay: the copy %s is kept: %s"
                                    .formatted(ending.id().value(), ending.kept()));
        }
        Ending.Mirror mirror = ending.mirror();
        if (mirror != null && !mirror.givenUp().isEmpty()) {
            session.output()
                    .complaint("belay: the next run finds no warm mirror: " + mirror.givenUp());
        }
        session.output().answer(json(ending).build());
    }

    private static JsonObject.Builder json(Ending ending) {
        String preserved = ending.preserved();
        JsonObject.Builder object =
                JsonObject.builder()
                        .put("id", ending.id().value())
                        .put("code", ending.code())
                        .put("rest", ending.rest().name().toLowerCase(Locale.ROOT))
                        .put("preserved", preserved == null ? "" : preserved)
                        .put("kept", ending.kept());
        Exception failure = ending.failure();
        if (failure != null) {
            object.put("error", error(failure));
        }
        Ending.Mirror mirror = ending.mirror();
        if (mirror != null) {
            object.put(
                    "mirror",
                    JsonObject.builder()
                            .put("warm", mirror.wasWarm())
                            .put("givenUp", mirror.givenUp())
                            .build());
        }
        return object;
    }

    private static String error(Exception failure) {
        ErrorCode code =
                switch (failure) {
                    case Refusal refusal -> refusal.code();
                    case UsageFailure _ -> ErrorCode.USAGE;
                    default -> ErrorCode.FAULT;
                };
        return code.id();
    }

    private static String whose(Ending ending) {
        return code(ending) == ending.code() ? "command" : "belay";
    }

    /// The command's own code; ours, where it succeeded and what followed did not.
    private static int code(Ending ending) {
        boolean isWhole = ending.failure() == null && ending.rest() == Commands.Rest.SETTLED;
        return ending.code() != 0 || isWhole ? ending.code() : OURS;
    }

    private static int code(IOException failure, Interruptions interruptions) {
        return switch (interruptions.first()) {
            case null ->
                    switch (failure) {
                        case NotRun notRun -> notRun.code();
                        case UsageFailure _ -> ExitCode.USAGE.number();
                        default -> OURS;
                    };
            case HUP -> SIGNAL + 1;
            case INT -> SIGNAL + 2;
            case TERM -> SIGNAL + 15;
        };
    }
}
