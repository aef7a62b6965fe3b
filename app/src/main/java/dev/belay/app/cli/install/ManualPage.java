package dev.belay.app.cli.install;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;

/// `belay(1)`, made of the same descriptions as `--help`.
final class ManualPage {
    private static final int COLUMNS = 78;

    private final StringBuilder text = new StringBuilder();

    static String of(CommandLine line, String version) {
        return new ManualPage().write(line, version);
    }

    private String write(CommandLine line, String version) {
        text.append(".TH BELAY 1 \"\" \"Belay ").append(plain(version)).append("\"\n");
        section("NAME");
        paragraph("belay - takes side effects into custody: written down, done, followed to proof");
        section("SYNOPSIS");
        paragraph("belay [--root DIR] [--config FILE] [--json] COMMAND [ARGUMENT...]");
        section("COMMANDS");
        commands(line, "belay");
        section("EXIT STATUS");
        rows(
                Map.of(
                        0, "done",
                        1, "the operation failed",
                        2, "wrong usage or a bad argument",
                        3, "braked, held by another owner, or refused for good: do not retry",
                        4, "still pending when the wait was over",
                        5, "state is unreadable or invalid and needs an operator"));
        section("FILES");
        paragraph("$BELAY_HOME, $XDG_STATE_HOME/belay, or ~/.local/state/belay: the data root");
        paragraph("$XDG_CONFIG_HOME/belay/belay.yaml: the configuration");
        return text.toString();
    }

    private void commands(CommandLine line, String path) {
        for (Map.Entry<String, CommandLine> each : Completion.visible(line).entrySet()) {
            String name = path + " " + each.getKey();
            if (each.getValue().getSubcommands().isEmpty()) {
                command(name, each.getValue());
            } else {
                commands(each.getValue(), name);
            }
        }
    }

    private void command(String name, CommandLine line) {
        text.append(".SS ").append(plain(name)).append('\n');
        UsageMessageSpec usage = line.getCommandSpec().usageMessage();
        usage.width(COLUMNS);
        text.append(".nf\n").append(plain(line.getUsageMessage(Ansi.OFF))).append("\n.fi\n");
    }

    private void rows(Map<Integer, String> meanings) {
        for (Map.Entry<Integer, String> row : new TreeMap<>(meanings).entrySet()) {
            text.append(".TP\n").append(row.getKey()).append('\n');
            text.append(plain(row.getValue())).append('\n');
        }
    }

    private void section(String name) {
        text.append(".SH ").append(name).append('\n');
    }

    private void paragraph(String words) {
        text.append(".PP\n").append(plain(words)).append('\n');
    }

    /// Text that roff leaves alone; it reads ASCII, and other letters by their number.
    private static String plain(String words) {
        StringBuilder plain = new StringBuilder();
        words.replace("\\", "\\e")
                .replace("-", "\\-")
                .replaceAll("(?m)^([.'])", "\\\\&$1")
                .codePoints()
                .forEach(letter ->
                        plain.append(
                                letter < 128
                                        ? Character.toString(letter)
                                        : "\\[u%04X]".formatted(letter)));
        return plain.toString();
    }
}
