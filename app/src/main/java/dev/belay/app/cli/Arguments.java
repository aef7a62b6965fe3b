package dev.belay.app.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// What was typed, as [Description] describes it. An option that all commands share may stand at
/// any level; the last one counts.
public final class Arguments {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");

    private final ParseResult outermost;
    private final ParseResult innermost;

    Arguments(ParseResult outermost) {
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

    /// The value as a time.
    ///
    /// @throws UsageFailure when it is not a count with a unit
    public Optional<Duration> duration(String option) throws UsageFailure {
        Optional<String> text = text(option);
        return text.isEmpty() ? Optional.empty() : Optional.of(duration(option, text.get()));
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

    /// Reads `500ms`, `60s`, `5m`, `2h`, or `1d`.
    static Duration duration(String what, String text) throws UsageFailure {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new UsageFailure(
                    what + ": \"" + text + "\" is no duration",
                    "Give a count and a unit: 500ms, 60s, 5m, 2h, or 1d.");
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
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
