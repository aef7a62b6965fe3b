package dev.belay.app.cli.connector;

import dev.belay.app.binding.ChannelChoice;
import dev.belay.app.cli.connector.owner.OwnerView;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.serving.EngineMaker;
import dev.belay.app.serving.Serving;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Installation;
import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.Channel;
import dev.belay.connector.custody.Observer;
import dev.belay.connector.journal.ConnectorJournal;
import dev.belay.connector.ownership.OwnerState;
import dev.belay.connector.terminal.TerminalChannel;
import dev.belay.core.audit.AuditEvent;
import dev.belay.system.Directory;
import java.io.IOException;
import java.util.List;

/// Puts a run together of what the command line has.
final class Wiring {
    private final Session session;
    private final Installation installation;

    Wiring(Session session, Installation installation) {
        this.session = session;
        this.installation = installation;
    }

    static Bindings bindings(Session session, Installation installation) {
        return new Bindings(session.world(), installation.connectorPath(), session.bindingFiles());
    }

    Serving.Parts parts(ChannelChoice choice, Directory directory, Observer observer) {
        return new Serving.Parts(
                new EngineMaker(session.world(), session.surroundings().environment()),
                journal -> channel(choice, journal),
                observer,
                state -> audit(directory, state));
    }

    private void audit(Directory directory, OwnerState state) throws IOException {
        AuditEvent event =
                new AuditEvent(
                        "connector.recover", directory.label("run.lock"), OwnerView.json(state));
        installation.audit().append(List.of(event));
    }

    private Channel channel(ChannelChoice choice, ConnectorJournal journal) {
        return switch (choice) {
            case ChannelChoice.Terminal _ -> {
                Snowflake newest =
                        journal.inbox()
                                .newest(TerminalChannel.NAME)
                                .flatMap(Snowflake::parse)
                                .orElse(new Snowflake(0));
                yield new TerminalChannel(
                        new StandardStreams(session.surroundings()),
                        session.world().clock(),
                        newest);
            }
            case ChannelChoice.Discord discord -> throw new IllegalStateException("" + discord);
        };
    }
}
