package dev.belay.app.cli.frame;

import dev.belay.app.config.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// What was typed, as [Description] describes it. An option that all commands share may stand at
/// any level; the last one counts.
public final class Arguments {
    private final ParseResult outermost;
    private final ParseResult innermost;

    /// What picocli made of the words.
    public Arguments(ParseResult outermost) {
        this.outermost = outermost;
        ParseResult inner = outermost;
        while (inner.hasSubcommand()) {
            inner = inner.subcommand();
        }
        this.innermost = inner;
    }

    public boolean has(String option) {
        return lastOf(option) != null;
    }

    public Optional<String> text(String option) {
        return Optional.ofNullable(lastOf(option))
                .map(found -> String.valueOf(found.<Object>getValue()));
    }

    /// All values of an option that may be there several times.
    public List<String> texts(String option) {
        OptionSpec found = lastOf(option);
        return found == null ? List.of() : List.copyOf(found.<List<String>>getValue());
    }

    /// The value as a time.
    ///
    /// @throws UsageFailure when it is not a count with a unit
    public Optional<Duration> duration(String option) throws UsageFailure {
        Optional<String> text = text(option);
        Optional<Duration> duration = text.flatMap(Durations::parse);
        if (text.isPresent() && duration.isEmpty()) {
            throw new UsageFailure(
                    option + ": \"" + text.get() + "\" is no time",
                    "Give a count and a unit: 500ms, 60s, 5m, 2h, or 1d.");
        }
        return duration;
    }

    /// The argument with this index, from 0. Only for one that must be there.
    public String argument(int index) {
        return optional(index).orElseThrow();
    }

    public Optional<String> optional(int index) {
        return innermost.hasMatchedPositional(index)
                ? Optional.ofNullable(innermost.matchedPositionalValue(index, null))
                : Optional.empty();
    }

    /// All arguments from this index on.
    public List<String> arguments(int index) {
        return innermost.hasMatchedPositional(index)
                ? List.copyOf(innermost.matchedPositionalValue(index, List.<String>of()))
                : List.of();
    }

    private @Nullable OptionSpec lastOf(String name) {
        OptionSpec found = null;
        ParseResult level = outermost;
        while (true) {
            OptionSpec here = level.matchedOption(name);
            found = here == null ? found : here;
            if (!level.hasSubcommand()) {
                return found;
            }
            level = level.subcommand();
        }
    }
}
