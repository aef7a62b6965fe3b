package dev.belay.app.cli.install;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.ExitCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.DiskFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine;

/// `belay install`: the jars, the launcher, completion, and the manual page of the running program.
public final class InstallCommand implements Command {
    private final Supplier<CommandLine> everything;
    private final String version;

    /// @param everything all commands, to describe them
    public InstallCommand(Supplier<CommandLine> everything, String version) {
        this.everything = everything;
        this.version = version;
    }

    @Override
    public Description description() {
        return Description.of("Puts this program, completion, and a manual page below a prefix.")
                .details("A running copy goes on; the next start is the new one.")
                .value("--prefix", "DIR", "Where to: ~/.local by default.")
                .example("belay install", "Then `belay` works wherever ~/.local/bin is in PATH.")
                .example("belay install --prefix /usr/local", "For all users, as root.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        Path prefix = prefix(session);
        Path launcher = Path.of(session.surroundings().launcher());
        Path jars = Path.of(System.getProperty("java.class.path", "")).toAbsolutePath().getParent();
        if (launcher.getParent() == null || jars == null) {
            throw new Refusal(
                    ErrorCode.USAGE,
                    "install",
                    "copies the program that runs, and this one was not started by its launcher",
                    "start it as ./belay install");
        }
        Disk disk = session.world().disk();
        InstalledTree tree = new InstalledTree(disk, prefix);
        try (Directory from = disk.open(jars, "jars");
                Directory home = disk.open(launcher.getParent(), "launcher")) {
            install(tree, from, jars.getFileName().toString());
            tree.copy(home, launcher.getFileName().toString(), "bin/belay", InstalledTree.PROGRAM);
        } catch (DiskFault fault) {
            throw new Refusal(
                            ErrorCode.FAULT,
                            fault.label(),
                            "%s failed: %s (%s)"
                                    .formatted(
                                            fault.operation(),
                                            fault.errno().meaning(),
                                            fault.errno()),
                            "name a directory that you may write with --prefix; a copy that was"
                                    + " there before still works")
                    .because(fault);
        }
        say(session, tree.written());
        return ExitCode.OK;
    }

    /// The launcher comes last: whatever it finds is whole.
    private void install(InstalledTree tree, Directory from, String build) throws DiskFault {
        List<String> jars =
                from.walk(names -> names.filter(each -> each.endsWith(".jar")).sorted().toList());
        for (String name : jars) {
            tree.copy(from, name, "lib/belay/" + build + "/" + name, InstalledTree.FILE);
        }
        tree.write("lib/belay/current", build + "\n", InstalledTree.FILE);
        CommandLine line = everything.get();
        tree.write(
                "share/bash-completion/completions/belay",
                Completion.bash(line),
                InstalledTree.FILE);
        tree.write("share/zsh/site-functions/_belay", Completion.zsh(line), InstalledTree.FILE);
        tree.write(
                "share/fish/vendor_completions.d/belay.fish",
                Completion.fish(line),
                InstalledTree.FILE);
        tree.write("share/man/man1/belay.1", ManualPage.of(line, version), InstalledTree.FILE);
    }

    private static Path prefix(Session session) throws Refusal {
        return session.arguments()
                .text("--prefix")
                .map(named -> Session.directory().resolve(named))
                .or(() ->
                        session.surroundings()
                                .variable("HOME")
                                .map(home -> Path.of(home, ".local")))
                .orElseThrow(() ->
                        new Refusal(
                                ErrorCode.USAGE,
                                "--prefix",
                                "is not given, and HOME is not set",
                                "say where to install"));
    }

    private static void say(Session session, List<String> written) {
        for (String path : written) {
            session.output().line("installed " + path);
        }
        List<JsonValue> files = written.stream().<JsonValue>map(JsonString::new).toList();
        session.output().answer(JsonObject.builder().put("files", new JsonArray(files)).build());
    }
}
