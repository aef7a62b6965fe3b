package dev.belay.app.cli.frame;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// What a command takes, and its help. Ours around picocli's, so that a command names neither its
/// builders nor the options that all commands share.
public final class Description {
    private final CommandSpec spec = CommandSpec.create();
    private final List<String> examples = new ArrayList<>();
    private int positions;

    private Description(String summary) {
        spec.usageMessage().description(summary);
    }

    /// A description that begins with `summary`, one sentence, which stands in lists of commands
    /// too.
    public static Description of(String summary) {
        return new Description(summary);
    }

    /// Paragraphs after the summary, before the options.
    public Description details(String... paragraphs) {
        List<String> all = new ArrayList<>(List.of(spec.usageMessage().description()));
        for (String paragraph : paragraphs) {
            all.add("");
            all.add(paragraph);
        }
        spec.usageMessage().description(all.toArray(String[]::new));
        return this;
    }

    /// An option that is there or not.
    public Description flag(String name, String text) {
        spec.addOption(option(name, text).type(boolean.class).arity("0").build());
        return this;
    }

    /// An option with a value. Twice of it at the same place is refused.
    public Description value(String name, String label, String text) {
        spec.addOption(option(name, text).type(String.class).paramLabel(label).build());
        return this;
    }

    /// An option with a value that may be there several times; every one counts.
    public Description values(String name, String label, String text) {
        spec.addOption(
                option(name, text)
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .arity("1")
                        .paramLabel(label)
                        .build());
        return this;
    }

    /// An argument that must be there.
    public Description argument(String label, String text) {
        return positional(label, "1", text);
    }

    /// An argument that may be there; it comes after those that must.
    public Description optional(String label, String text) {
        return positional(label, "0..1", text);
    }

    /// Any number of arguments; nothing comes after it.
    public Description arguments(String label, String text) {
        spec.addPositional(
                PositionalParamSpec.builder()
                        .paramLabel(label)
                        .index(positions + "..*")
                        .arity("0..*")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .description(text)
                        .build());
        return this;
    }

    /// A command line that works, and what it does.
    public Description example(String line, String meaning) {
        examples.add("  " + line);
        examples.add("      " + meaning);
        return this;
    }

    /// Leaves the command out of the list of commands.
    public Description hidden() {
        spec.usageMessage().hidden(true);
        return this;
    }

    /// picocli's description, with what all commands share.
    public CommandSpec spec(String name) {
        spec.name(name);
        shared(spec);
        if (!examples.isEmpty()) {
            spec.usageMessage().footerHeading("%nExamples:%n");
            spec.usageMessage().footer(examples.toArray(String[]::new));
        }
        return spec;
    }

    /// Adds the options that all commands have.
    private static void shared(CommandSpec spec) {
        spec.addOption(
                option("--root", "Where Belay keeps its state (BELAY_HOME).")
                        .type(String.class)
                        .paramLabel("DIR")
                        .build());
        spec.addOption(
                option("--config", "The configuration file.")
                        .type(String.class)
                        .paramLabel("FILE")
                        .build());
        spec.addOption(
                option("--json", "Answer in JSON, one document a line.")
                        .type(boolean.class)
                        .arity("0")
                        .build());
        spec.addOption(
                OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help.")
                        .build());
        spec.usageMessage()
                .sortOptions(false)
                .abbreviateSynopsis(false)
                .optionListHeading("%nOptions:%n")
                .parameterListHeading("%nArguments:%n")
                .descriptionHeading("%n")
                .synopsisHeading("Usage: ");
    }

    private Description positional(String label, String arity, String text) {
        spec.addPositional(
                PositionalParamSpec.builder()
                        .paramLabel(label)
                        .index(String.valueOf(positions))
                        .arity(arity)
                        .required(arity.startsWith("1"))
                        .type(String.class)
                        .description(text)
                        .build());
        positions++;
        return this;
    }

    private static OptionSpec.Builder option(String name, String text) {
        return OptionSpec.builder(name).description(text);
    }
}
