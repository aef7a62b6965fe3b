package dev.belay.app.cli.connector.owner;

import dev.belay.app.cli.frame.Session;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.connector.BindingName;
import dev.belay.core.audit.AuditEvent;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The binding that a command line names first, open.
final class ChosenBinding implements AutoCloseable {
    /// How long a command waits for another one that has the binding for a moment.
    static final Duration WAIT_MAX = Duration.ofSeconds(2);

    private final Installation installation;
    private final BindingName name;
    private final Path path;
    private final Directory directory;

    private ChosenBinding(Installation installation, BindingName name, Bindings bindings)
            throws IOException {
        this.installation = installation;
        this.name = name;
        this.path = bindings.pathOf(name);
        this.directory = bindings.require(name);
    }

    /// Opens it, and makes its directory where it has only settings.
    ///
    /// @throws dev.belay.core.error.Refusal `BINDING_NOT_FOUND`
    static ChosenBinding of(Session session) throws IOException {
        BindingName name = Bindings.name(session.arguments().argument(0));
        Installation installation = session.installation();
        boolean isOpen = false;
        try {
            ChosenBinding binding =
                    new ChosenBinding(installation, name, bindings(session, installation));
            isOpen = true;
            return binding;
        } finally {
            if (!isOpen) {
                installation.close();
            }
        }
    }

    static Bindings bindings(Session session, Installation installation) {
        return new Bindings(session.world(), installation.connectorPath(), session.bindingFiles());
    }

    BindingName name() {
        return name;
    }

    Path path() {
        return path;
    }

    Directory directory() {
        return directory;
    }

    /// Writes down what is about to be released.
    void audit(String event, String file, JsonObject details) throws IOException {
        installation.audit().append(List.of(new AuditEvent(event, directory.label(file), details)));
    }

    @Override
    public void close() {
        directory.close();
        installation.close();
    }
}
