package dev.belay.app.cli.connector;

import dev.belay.app.binding.BindingDefinition;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.serving.Metrics;
import dev.belay.app.serving.MetricsPage;
import dev.belay.app.serving.RunLog;
import dev.belay.app.serving.ServiceLink;
import dev.belay.app.serving.Serving;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.connector.BindingName;
import dev.belay.connector.custody.Observer;
import dev.belay.core.brake.StopFile;
import dev.belay.core.error.ExitCode;
import dev.belay.system.Directory;
import dev.belay.system.local.LocalWorld;
import dev.belay.system.service.LocalSignals;
import dev.belay.system.service.Signals;
import dev.belay.system.service.Supervisor;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// `belay connector run`: answers messages until it is told to end.
public final class RunCommand implements Command {
    private static final int INTERRUPTED = 130;

    @Override
    public Description description() {
        return Description.of("Runs a binding: answers messages until it is told to end.")
                .details(
                        "Recovers by itself from any crash, unless somebody has braked. SIGTERM,"
                                + " Ctrl-C, and the end of a terminal's input end it in order: no"
                                + " new turns, and those in flight have their grace. SIGHUP reads"
                                + " the settings again.",
                        "Exit 0: ended in order. 3: braked, owned by another process, or refused by"
                                + " the network for good; starting again does not help. 4: ended,"
                                + " but turns were cut off, with which the next start goes on.")
                .argument("BINDING", "Its name.")
                .value("--channel", "TYPE", "`terminal` or `discord`, where no file says it.")
                .value("--engine", "TYPE", "`echo`, `command`, or `openai`.")
                .example("belay connector run support", "As bindings/support.yaml says.")
                .example(
                        "belay connector run demo --channel terminal --engine echo",
                        "Without any file: type, and be answered.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        BindingName name = Bindings.name(session.arguments().argument(0));
        EarlySignal hangup = EarlySignal.on(new LocalSignals(), Signals.Signal.HUP);
        try (Installation installation = session.installation()) {
            Bindings bindings =
                    new Bindings(
                            session.world(), installation.connectorPath(), session.bindingFiles());
            BindingSource source = new BindingSource(session, bindings, name);
            BindingDefinition definition = source.read();
            StopFile everything = installation.stop();
            everything.check();
            try (Directory directory = bindings.create(name)) {
                Serving.Place place =
                        new Serving.Place(
                                session.world(),
                                bindings.pathOf(name),
                                directory,
                                everything::check);
                return new OneRun(session, installation, source, hangup).run(place, definition);
            }
        }
    }

    /// One run as a service.
    private static final class OneRun {
        private final Session session;
        private final Installation installation;
        private final BindingSource source;
        private final ServiceLink link;
        private final RunLog log;
        private final EarlySignal hangup;

        OneRun(
                Session session,
                Installation installation,
                BindingSource source,
                EarlySignal hangup) {
            this.hangup = hangup;
            this.session = session;
            this.installation = installation;
            this.source = source;
            this.link =
                    new ServiceLink(
                            session.world(),
                            session.surroundings()
                                    .variable("NOTIFY_SOCKET")
                                    .map(LocalWorld::supervisor)
                                    .orElse(Supervisor.none()),
                            session.surroundings().environment());
            this.log = new RunLog(session.world().clock(), lines(session));
        }

        private static RunLog.Lines lines(Session session) {
            boolean isForPeople = session.surroundings().isTerminal("err");
            return isForPeople
                    ? new RunLog.ForPeople(session.output()::complaint)
                    : new RunLog.ForPrograms(session.output()::complaint);
        }

        ExitCode run(Serving.Place place, BindingDefinition definition) throws IOException {
            Metrics metrics = new Metrics();
            Observer observer =
                    event -> {
                        metrics.saw(event);
                        log.saw(event);
                    };
            Serving.Parts parts =
                    new Wiring(session, installation)
                            .parts(definition, place.directory(), observer);
            try (Serving serving = Serving.open(place, definition, parts)) {
                if (definition.metricsPort().isEmpty()) {
                    return serve(serving);
                }
                int port = definition.metricsPort().get();
                try (MetricsPage _ = MetricsPage.open(port, metrics, serving)) {
                    return serve(serving);
                }
            }
        }

        private ExitCode serve(Serving serving) throws IOException {
            serving.repairs()
                    .forEach(it -> log.note("repaired", it.file() + ": " + it.how().toString()));
            watchSignals(serving);
            link.ready();
            hangup.does(() -> reload(serving));
            link.watch(serving);
            List<String> cutOff;
            try {
                cutOff = serving.run();
            } finally {
                link.stopping();
            }
            if (!cutOff.isEmpty()) {
                log.note("cut-off", cutOff.size() + " turns; the next start goes on with them");
                return ExitCode.PENDING;
            }
            return ExitCode.OK;
        }

        private void watchSignals(Serving serving) {
            Signals signals = new LocalSignals();
            AtomicInteger interrupts = new AtomicInteger();
            signals.on(
                    Signals.Signal.TERM,
                    () -> {
                        link.stopping();
                        serving.end();
                    });
            signals.on(
                    Signals.Signal.INT,
                    () -> {
                        if (interrupts.incrementAndGet() > 1) {
                            System.exit(INTERRUPTED); // Custody holds as after any crash.
                        }
                        link.stopping();
                        serving.end();
                    });
        }

        private void reload(Serving serving) {
            link.reloading();
            try {
                List<String> differences = serving.reload(source::read);
                log.note("reloaded", String.join(" ", differences));
            } catch (IOException | RuntimeException e) {
                log.note("reload-refused", String.valueOf(e.getMessage()));
            }
            link.ready();
        }
    }
}
