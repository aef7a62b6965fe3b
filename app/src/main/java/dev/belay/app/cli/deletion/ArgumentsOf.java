package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Arguments;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.deletion.BoxId;
import dev.belay.deletion.Target;
import java.time.Duration;
import java.util.Optional;

/// What the commands about deletions read from their arguments.
final class ArgumentsOf {
    private static final Duration WAIT_USUAL = Duration.ofSeconds(60);

    private ArgumentsOf() {}

    /// The id of a computer.
    static BoxId id(String word) throws UsageFailure {
        if (!BoxId.isValid(word)) {
            throw new UsageFailure(
                    word + " is not the id of a computer",
                    "An id is bx_ and 8 of 23456789abcdefghjkmnpqrstuvwxyz.");
        }
        return new BoxId(word);
    }

    /// What is to be deleted.
    static Target target(Arguments arguments) throws UsageFailure {
        BoxId id = id(arguments.argument(0));
        String name = words(arguments, "--name");
        Optional<String> owner = arguments.text("--owner");
        if (!Target.isName(name)) {
            throw new UsageFailure(
                    "--name: not the name of a computer",
                    "A name has 1 to 100 characters, and no line end.");
        }
        if (owner.isPresent() && !Target.isOwner(owner.get())) {
            throw new UsageFailure("--owner: not the id of a bot", "1 to 120 of A-Z a-z 0-9 _ -");
        }
        return new Target(id, name, owner.orElse(null));
    }

    /// How long to follow.
    static Duration wait(Arguments arguments) throws UsageFailure {
        Optional<Duration> wait = arguments.duration("--wait");
        if (!arguments.has("--no-wait")) {
            return wait.orElse(WAIT_USUAL);
        }
        if (wait.isPresent()) {
            throw new UsageFailure("--wait and --no-wait contradict each other", "Give one.");
        }
        return Duration.ZERO;
    }

    /// An option that must be there and say something.
    static String words(Arguments arguments, String option) throws UsageFailure {
        return arguments
                .text(option)
                .filter(words -> !words.isBlank())
                .orElseThrow(() -> new UsageFailure(option + " is missing", "See --help."));
    }
}
