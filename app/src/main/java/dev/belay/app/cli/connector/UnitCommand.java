package dev.belay.app.cli.connector;

import dev.belay.app.binding.BindingDefinition;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.config.SecretReference;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.connector.BindingName;
import dev.belay.core.error.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `belay connector unit`: prints a unit for systemd that runs a binding.
public final class UnitCommand implements Command {
    private static final List<String> HOMES = List.of("/home" + "/", "/root" + "/", "/run/user/");

    /// After the grace, for what may still be on its way.
    private static final long STOP_SECONDS = 45;

    @Override
    public Description description() {
        return Description.of("Prints a hardened unit for systemd that runs a binding.")
                .details(
                        "Starts again after a crash, and not after a refusal that a start cannot"
                                + " mend: exit 2, 3, or 5.")
                .argument("BINDING", "Its name.")
                .value("--user", "USER", "Who runs it: belay by default.")
                .example(
                        "belay connector unit support > /etc/systemd/system/belay-support.service",
                        "Then: systemctl enable --now belay-support");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        BindingName name = Bindings.name(session.arguments().argument(0));
        String user = session.arguments().text("--user").orElse("belay");
        if (!user.matches("[a-z_][a-z0-9_-]{0,31}")) {
            throw new UsageFailure("--user: not the name of a user", "See --help.");
        }
        try (Installation installation = session.installation()) {
            Bindings bindings = Wiring.bindings(session, installation);
            BindingDefinition definition = new BindingSource(session, bindings, name).read();
            session.output().raw(unit(session, name, user, definition));
        }
        return ExitCode.OK;
    }

    // Long: one text that is read as a whole.
    private static String unit(
            Session session, BindingName name, String user, BindingDefinition definition)
            throws IOException {
        String belay = program(session);
        String options = options(session);
        long grace = definition.binding().times().grace().toSeconds();
        return """
        # Printed by `belay connector unit %1$s`. What it writes: %5$s
        [Unit]
        Description=Belay connector %1$s
        Wants=network-online.target
        After=network-online.target
        StartLimitIntervalSec=600
        StartLimitBurst=10

        [Service]
        Type=notify
        NotifyAccess=main
        User=%2$s
        %9$sExecStart=%3$s connector run %1$s%4$s
        ExecReload=%3$s connector reload %1$s%4$s
        Restart=on-failure
        RestartSec=5
        # Wrong settings, braked or held or refused for good, damaged: starting does not help.
        RestartPreventExitStatus=2 3 5
        # Ended as asked, with turns cut off that the next start goes on with.
        SuccessExitStatus=4
        TimeoutStopSec=%6$d
        WatchdogSec=60
        KillMode=mixed
        %7$sUMask=0077
        NoNewPrivileges=yes
        CapabilityBoundingSet=
        LockPersonality=yes
        PrivateDevices=yes
        PrivateTmp=yes
        ProtectClock=yes
        ProtectControlGroups=yes
        ProtectHome=%8$s
        ProtectHostname=yes
        ProtectKernelLogs=yes
        ProtectKernelModules=yes
        ProtectKernelTunables=yes
        ProtectSystem=strict
        ReadWritePaths=%5$s
        RemoveIPC=yes
        RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        SystemCallArchitectures=native

        [Install]
        WantedBy=multi-user.target
        """
                .formatted(
                        name,
                        user,
                        belay,
                        options,
                        quoted(session.root().path().toString()),
                        grace + STOP_SECONDS,
                        credentials(definition),
                        protectHome(session),
                        settings(session));
    }

    /// A service has no home of ours, and finds the usual settings all the same.
    private static String settings(Session session) {
        Optional<Path> base =
                session.arguments().text("--config").isPresent()
                        ? Optional.empty()
                        : session.bindingFiles().map(Path::getParent).map(Path::getParent);
        return base.map(it -> "Environment=" + quoted("XDG_CONFIG_HOME=" + it) + "\n").orElse("");
    }

    private static String program(Session session) {
        String launcher = session.surroundings().launcher();
        return launcher.isEmpty() ? "/usr/local/bin/belay" : quoted(launcher);
    }

    /// What this command was told stays told.
    private static String options(Session session) throws IOException {
        StringBuilder options = new StringBuilder();
        options.append(" --root ").append(quoted(session.root().path().toString()));
        for (String option : List.of("--config", "--channel", "--engine")) {
            Optional<String> value = session.arguments().text(option);
            if (value.isPresent()) {
                String whole =
                        option.equals("--config")
                                ? Session.directory().resolve(value.get()).toString()
                                : value.get();
                options.append(' ').append(option).append(' ').append(quoted(whole));
            }
        }
        return options.toString();
    }

    private static String credentials(BindingDefinition definition) {
        StringBuilder lines = new StringBuilder();
        for (String name : names(definition)) {
            lines.append("LoadCredential=%s:/etc/belay/%s%n".formatted(name, name));
        }
        return lines.toString();
    }

    private static List<String> names(BindingDefinition definition) {
        List<String> names = new ArrayList<>();
        for (SecretReference secret : definition.secrets().values()) {
            if (secret instanceof SecretReference.InCredential(String name)) {
                names.add(name);
            }
        }
        return names;
    }

    private static String protectHome(Session session) throws IOException {
        String root = session.root().path().toString();
        String settings = session.bindingFiles().map(Path::toString).orElse("");
        boolean isHome =
                HOMES.stream().anyMatch(it -> root.startsWith(it) || settings.startsWith(it));
        return isHome ? "read-only" : "yes";
    }

    /// One word to systemd, whatever is in it.
    private static String quoted(String word) {
        String safe = word.replace("%", "%%").replace("$", "$$");
        return safe.matches("[A-Za-z0-9_./@:+,=%$-]+")
                ? safe
                : "\"" + safe.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
