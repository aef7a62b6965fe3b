package dev.belay.app.cli;

import dev.belay.app.cli.frame.Arguments;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Surroundings;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.config.NearestName;
import dev.belay.core.error.ExitCode;
import dev.belay.system.local.LocalWorld;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/// The program `belay`: finds the command that was asked for, runs it, and says how it ended.
public final class Belay {
    private Belay() {}

    /// Ends the process with one of the numbers of [ExitCode].
    public static void main(String[] arguments) {
        Surroundings surroundings =
                new Surroundings(
                        System.getenv(),
                        System.getProperty("belay.launcher", ""),
                        System.getProperty("belay.terminal", ""),
                        System.in,
                        new FileOutputStream(FileDescriptor.out),
                        new FileOutputStream(FileDescriptor.err),
                        LocalWorld::create);
        System.exit(run(List.of(arguments), surroundings));
    }

    /// Runs one command line; the result is the exit code.
    public static int run(List<String> arguments, Surroundings surroundings) {
        Output output = new Output(surroundings, isJson(arguments));
        Failures failures = new Failures(surroundings, output);
        int exit;
        try {
            exit = answer(arguments, surroundings, output, failures);
        } catch (IOException | RuntimeException | Error e) {
            exit = failures.say(e);
        }
        IOException unsaid = output.failure();
        if (unsaid != null && exit == ExitCode.OK.number()) {
            return failures.say(new IOException("the answer could not be written", unsaid));
        }
        return exit;
    }

    private static int answer(
            List<String> arguments, Surroundings surroundings, Output output, Failures failures)
            throws IOException {
        if (arguments.equals(List.of("--version"))) {
            // Before anything of picocli is loaded: scripts ask this often.
            output.line("belay " + Version.TEXT);
            return ExitCode.OK.number();
        }
        List<String> words = withoutHelpWord(arguments);
        CommandLine line = CommandTree.forWords(words);
        ParseResult parsed = parse(line, words);
        ParseResult innermost = parsed;
        while (innermost.hasSubcommand()) {
            innermost = innermost.subcommand();
        }
        CommandLine chosen = innermost.commandSpec().commandLine();
        if (parsed.isUsageHelpRequested() || innermost.isUsageHelpRequested()) {
            output.raw(chosen.getUsageMessage(output.paints() ? Ansi.ON : Ansi.OFF));
            return ExitCode.OK.number();
        }
        String path = path(innermost);
        Command command = CommandTree.command(path).orElseThrow(() -> unfinished(path, chosen));
        return run(command, new Session(surroundings, new Arguments(parsed), output), failures);
    }

    /// A command that ran another one may have its code to pass on, also when it failed itself.
    private static int run(Command command, Session session, Failures failures) throws IOException {
        try {
            int exit = command.run(session).number();
            return session.passed().orElse(exit);
        } catch (IOException failure) {
            if (session.passed().isEmpty()) {
                throw failure;
            }
            failures.say(failure);
            return session.passed().getAsInt();
        }
    }

    /// `belay help deletion list` is `belay deletion list --help`.
    private static List<String> withoutHelpWord(List<String> arguments) {
        if (arguments.isEmpty() || !arguments.get(0).equals("help")) {
            return arguments;
        }
        List<String> words = new ArrayList<>(arguments.subList(1, arguments.size()));
        words.add("--help");
        return words;
    }

    private static boolean isJson(List<String> arguments) {
        int end = arguments.indexOf("--");
        return (end < 0 ? arguments : arguments.subList(0, end)).contains("--json");
    }

    private static String path(ParseResult innermost) {
        String qualified = innermost.commandSpec().qualifiedName();
        return qualified.equals("belay") ? "" : qualified.substring("belay ".length());
    }

    private static ParseResult parse(CommandLine line, List<String> words) throws UsageFailure {
        try {
            return line.parseArgs(words.toArray(String[]::new));
        } catch (UnmatchedArgumentException e) {
            throw unknown(e.getUnmatched().get(0), e.getCommandLine());
        } catch (MissingParameterException e) {
            throw new UsageFailure(sentence(e), helpOf(e.getCommandLine()));
        } catch (ParameterException e) {
            throw new UsageFailure(sentence(e), helpOf(e.getCommandLine()));
        }
    }

    private static UsageFailure unknown(String word, CommandLine at) {
        boolean option = word.startsWith("-");
        Collection<String> known =
                option ? at.getCommandSpec().optionsMap().keySet() : at.getSubcommands().keySet();
        String what =
                option
                        ? "unknown option"
                        : known.isEmpty() ? "one argument too many" : "unknown command";
        String meant =
                NearestName.of(word.replaceFirst("=.*", ""), known)
                        .map(name -> "; did you mean " + name + "?")
                        .orElse("");
        return new UsageFailure(what + ": " + word + meant, helpOf(at));
    }

    private static UsageFailure unfinished(String path, CommandLine at) {
        String commands = String.join(", ", at.getSubcommands().keySet());
        return new UsageFailure(
                path.isEmpty() ? "no command was given" : path + ": which command?",
                "One of: " + commands + ". " + helpOf(at));
    }

    private static String helpOf(CommandLine line) {
        return "Try: " + line.getCommandSpec().qualifiedName() + " --help";
    }

    private static String sentence(ParameterException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + message.substring(1);
    }
}
