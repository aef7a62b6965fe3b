package dev.belay.app.cli.install;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// The files by which shells complete `belay`.
final class Completion {
    private Completion() {}

    static String bash(CommandLine line) {
        return AutoComplete.bash("belay", line);
    }

    /// zsh runs bash's functions.
    static String zsh(CommandLine line) {
        return "#compdef belay\nautoload -U +X bashcompinit && bashcompinit\n"
                + bash(line)
                + "\n_complete_belay \"$@\"\n";
    }

    static String fish(CommandLine line) {
        StringBuilder text = new StringBuilder("complete -c belay -f\n");
        for (Map.Entry<String, CommandLine> group : visible(line).entrySet()) {
            text.append(
                    "complete -c belay -n __fish_use_subcommand -a %s -d '%s'%n"
                            .formatted(group.getKey(), summary(group.getValue())));
            for (Map.Entry<String, CommandLine> command : visible(group.getValue()).entrySet()) {
                text.append(
                        "complete -c belay -n '__fish_seen_subcommand_from %s' -a %s -d '%s'%n"
                                .formatted(
                                        group.getKey(),
                                        command.getKey(),
                                        summary(command.getValue())));
            }
        }
        return text.toString();
    }

    /// Commands that help shows, by name.
    static Map<String, CommandLine> visible(CommandLine line) {
        return line.getSubcommands().entrySet().stream()
                .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey,
                                Map.Entry::getValue,
                                (first, _) -> first,
                                java.util.LinkedHashMap::new));
    }

    private static String summary(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        List<String> description = List.of(spec.usageMessage().description());
        return description.isEmpty() ? "" : description.getFirst().replace("'", "\\'");
    }
}
