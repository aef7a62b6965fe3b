package dev.belay.app.cli;

import dev.belay.app.cli.audit.AuditCommand;
import dev.belay.app.cli.audit.AuditVerifyCommand;
import dev.belay.app.cli.brake.ClearCommand;
import dev.belay.app.cli.brake.StopCommand;
import dev.belay.app.cli.config.ConfigCheckCommand;
import dev.belay.app.cli.config.ConfigShowCommand;
import dev.belay.app.cli.conformance.ConformanceCommand;
import dev.belay.app.cli.connector.InitCommand;
import dev.belay.app.cli.connector.ReconcileCommand;
import dev.belay.app.cli.connector.ReloadCommand;
import dev.belay.app.cli.connector.RunCommand;
import dev.belay.app.cli.connector.UnitCommand;
import dev.belay.app.cli.connector.owner.BindingStatusCommand;
import dev.belay.app.cli.connector.owner.ClearBindingCommand;
import dev.belay.app.cli.connector.owner.HistoryCommand;
import dev.belay.app.cli.connector.owner.HoldCommand;
import dev.belay.app.cli.connector.owner.RecoverCommand;
import dev.belay.app.cli.connector.owner.ResolvePartCommand;
import dev.belay.app.cli.connector.owner.StopBindingCommand;
import dev.belay.app.cli.connector.owner.UnholdCommand;
import dev.belay.app.cli.connector.owner.UnlockBindingCommand;
import dev.belay.app.cli.custody.ExplainCommand;
import dev.belay.app.cli.custody.StatusCommand;
import dev.belay.app.cli.deletion.CheckCommand;
import dev.belay.app.cli.deletion.FollowCommand;
import dev.belay.app.cli.deletion.ForgetCommand;
import dev.belay.app.cli.deletion.ListCommand;
import dev.belay.app.cli.deletion.RequestCommand;
import dev.belay.app.cli.deletion.ResolveCommand;
import dev.belay.app.cli.deletion.RetryCommand;
import dev.belay.app.cli.deletion.ShowCommand;
import dev.belay.app.cli.deletion.UnlockCommand;
import dev.belay.app.cli.deletion.VerifyCredentialCommand;
import dev.belay.app.cli.doctor.DoctorCommand;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.install.InstallCommand;
import dev.belay.app.cli.simulate.SimulateBoatCommand;
import dev.belay.app.cli.simulate.SimulateDiscordCommand;
import dev.belay.app.cli.staging.CreateCommand;
import dev.belay.app.cli.staging.DiscardCommand;
import dev.belay.app.cli.staging.ExecCommand;
import dev.belay.app.cli.staging.InspectCommand;
import dev.belay.app.cli.staging.RecoverCopyCommand;
import dev.belay.app.cli.staging.ReleaseCommand;
import dev.belay.app.cli.staging.RescueCommand;
import dev.belay.app.cli.staging.SettleCommand;
import dev.belay.app.cli.staging.UnlockCopyCommand;
import dev.belay.app.cli.staging.mirrors.MirrorsCommand;
import dev.belay.app.cli.staging.usage.DuCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/// Every command by its path. Of a call only the branch that it names is made, because describing
/// all of them to picocli costs each start several milliseconds.
final class CommandTree {
    /// Paths in the order of the help. A group comes before its commands.
    static final List<String> PATHS =
            List.of(
                    "deletion",
                    "deletion request",
                    "deletion list",
                    "deletion show",
                    "deletion follow",
                    "deletion retry",
                    "deletion check",
                    "deletion verify-credential",
                    "deletion forget",
                    "deletion resolve",
                    "deletion unlock",
                    "connector",
                    "connector init",
                    "connector run",
                    "connector reload",
                    "connector reconcile",
                    "connector unit",
                    "connector stop",
                    "connector clear",
                    "connector status",
                    "connector history",
                    "connector resolve",
                    "connector recover",
                    "connector unlock",
                    "connector hold",
                    "connector unhold",
                    "staging",
                    "staging exec",
                    "staging create",
                    "staging settle",
                    "staging release",
                    "staging inspect",
                    "staging recover",
                    "staging rescue",
                    "staging discard",
                    "staging mirrors",
                    "staging unlock",
                    "staging du",
                    "status",
                    "explain",
                    "stop",
                    "clear",
                    "doctor",
                    "audit",
                    "audit verify",
                    "config",
                    "config check",
                    "config show",
                    "simulate",
                    "simulate boat",
                    "simulate discord",
                    "install",
                    "conformance",
                    "training");

    /// Shared options that take a value, which is no part of a path.
    private static final List<String> VALUED = List.of("--root", "--config");

    private CommandTree() {}

    /// A new command; empty where `path` is a group, or nothing.
    static Optional<Command> command(String path) {
        return Optional.ofNullable(
                switch (path) {
                    case "deletion request" -> new RequestCommand();
                    case "deletion list" -> new ListCommand();
                    case "deletion show" -> new ShowCommand();
                    case "deletion follow" -> new FollowCommand();
                    case "deletion retry" -> new RetryCommand();
                    case "deletion check" -> new CheckCommand();
                    case "deletion verify-credential" -> new VerifyCredentialCommand();
                    case "deletion forget" -> new ForgetCommand();
                    case "deletion resolve" -> new ResolveCommand();
                    case "deletion unlock" -> new UnlockCommand();
                    case "status" -> new StatusCommand();
                    case "explain" -> new ExplainCommand();
                    case "stop" -> new StopCommand();
                    case "clear" -> new ClearCommand();
                    case "doctor" -> new DoctorCommand();
                    case "audit" -> new AuditCommand();
                    case "audit verify" -> new AuditVerifyCommand();
                    case "config check" -> new ConfigCheckCommand();
                    case "config show" -> new ConfigShowCommand();
                    case "simulate boat" -> new SimulateBoatCommand();
                    case "simulate discord" -> new SimulateDiscordCommand();
                    case "install" -> new InstallCommand(() -> forWords(List.of()), Version.TEXT);
                    case "conformance" -> new ConformanceCommand();
                    case "training" -> new TrainingCommand();
                    default -> path.startsWith("staging ") ? ofStaging(path) : ofConnector(path);
                });
    }

    private static @Nullable Command ofStaging(String path) {
        return switch (path) {
            case "staging exec" -> new ExecCommand();
            case "staging create" -> new CreateCommand();
            case "staging settle" -> new SettleCommand();
            case "staging release" -> new ReleaseCommand();
            case "staging inspect" -> new InspectCommand();
            case "staging rescue" -> new RescueCommand();
            case "staging recover" -> new RecoverCopyCommand();
            case "staging discard" -> new DiscardCommand();
            case "staging mirrors" -> new MirrorsCommand();
            case "staging unlock" -> new UnlockCopyCommand();
            case "staging du" -> new DuCommand();
            default -> null;
        };
    }

    private static @Nullable Command ofConnector(String path) {
        return switch (path) {
            case "connector init" -> new InitCommand();
            case "connector run" -> new RunCommand();
            case "connector reload" -> new ReloadCommand();
            case "connector reconcile" -> new ReconcileCommand();
            case "connector unit" -> new UnitCommand();
            case "connector stop" -> new StopBindingCommand();
            case "connector clear" -> new ClearBindingCommand();
            case "connector status" -> new BindingStatusCommand();
            case "connector history" -> new HistoryCommand();
            case "connector resolve" -> new ResolvePartCommand();
            case "connector recover" -> new RecoverCommand();
            case "connector unlock" -> new UnlockBindingCommand();
            case "connector hold" -> new HoldCommand();
            case "connector unhold" -> new UnholdCommand();
            default -> null;
        };
    }

    /// What a group of commands is for.
    private static String summary(String group) {
        return switch (group) {
            case "" -> "Takes side effects into custody: written down, done, followed to proof.";
            case "deletion" -> "Deletes computers, and fences them until they are gone.";
            case "connector" -> "Answers chat messages, each at most once.";
            case "staging" -> "Runs commands in sealed copies of a working tree.";
            case "simulate" -> "Runs a local stand-in of a provider or network.";
            case "config" -> "Shows and checks the settings.";
            default -> throw new IllegalArgumentException(group);
        };
    }

    /// What picocli needs to parse `words`: the branch they name, or everything.
    static CommandLine forWords(List<String> words) {
        String path = pathOf(words);
        CommandSpec root = spec("");
        if (path.isEmpty()) {
            for (String each : PATHS) {
                add(root, each);
            }
        } else {
            int space = path.indexOf(' ');
            if (space > 0) {
                add(root, path.substring(0, space));
            }
            add(root, path);
        }
        return new CommandLine(root);
    }

    /// The path that `words` begin with, beside options; empty where they name no command.
    private static String pathOf(List<String> words) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < words.size() && names.size() < 2; i++) {
            String word = words.get(i);
            if (VALUED.contains(word)) {
                i++;
            } else if (!word.startsWith("-")) {
                names.add(word);
            }
        }
        if (names.size() == 2 && PATHS.contains(names.get(0) + " " + names.get(1))) {
            return names.get(0) + " " + names.get(1);
        }
        if (names.isEmpty() || command(names.get(0)).isEmpty()) {
            return "";
        }
        return names.get(0);
    }

    private static void add(CommandSpec root, String path) {
        int space = path.indexOf(' ');
        CommandLine group = space < 0 ? null : root.subcommands().get(path.substring(0, space));
        CommandSpec parent = group == null ? root : group.getCommandSpec();
        parent.addSubcommand(path.substring(space + 1), spec(path));
    }

    private static CommandSpec spec(String path) {
        Description description =
                command(path)
                        .map(Command::description)
                        .orElseGet(() -> Description.of(summary(path)));
        return description.spec(path.isEmpty() ? "belay" : path.substring(path.indexOf(' ') + 1));
    }
}
