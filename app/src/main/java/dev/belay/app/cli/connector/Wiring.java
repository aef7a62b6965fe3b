package dev.belay.app.cli.connector;

import dev.belay.app.binding.BindingDefinition;
import dev.belay.app.binding.ChannelChoice;
import dev.belay.app.cli.connector.owner.OwnerView;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.config.BindingKeys;
import dev.belay.app.config.source.Secrets;
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
import dev.belay.connector.turn.Trigger;
import dev.belay.core.audit.AuditEvent;
import dev.belay.core.error.Refusal;
import dev.belay.discord.DiscordChannel;
import dev.belay.discord.DiscordSettings;
import dev.belay.system.Directory;
import dev.belay.system.local.JdkHttp;
import dev.belay.system.socket.JdkWebSockets;
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

    Serving.Parts parts(BindingDefinition definition, Directory directory, Observer observer) {
        return new Serving.Parts(
                new EngineMaker(session.world(), session.surroundings().environment()),
                journal ->
                        switch (definition.channel()) {
                            case ChannelChoice.Terminal _ -> terminal(journal);
                            case ChannelChoice.Discord choice ->
                                    discord(choice, definition, directory);
                        },
                observer,
                state -> audit(directory, state));
    }

    private void audit(Directory directory, OwnerState state) throws IOException {
        AuditEvent event =
                new AuditEvent(
                        "connector.recover", directory.label("run.lock"), OwnerView.json(state));
        installation.audit().append(List.of(event));
    }

    private Channel terminal(ConnectorJournal journal) {
        Snowflake newest =
                journal.inbox()
                        .newest(TerminalChannel.NAME)
                        .flatMap(Snowflake::parse)
                        .orElse(new Snowflake(0));
        return new TerminalChannel(
                new StandardStreams(session.surroundings()), session.world().clock(), newest);
    }

    /// The token is read each time that it is needed, so that a new one needs no start.
    private Channel discord(
            ChannelChoice.Discord choice, BindingDefinition definition, Directory directory)
            throws Refusal {
        Secrets secrets = new Secrets(session.world(), session.surroundings().environment());
        boolean isDirect = definition.binding().triggers().contains(new Trigger.DirectMessage());
        try {
            DiscordSettings settings =
                    DiscordSettings.usual(() ->
                                    secrets.read(choice.token(), BindingKeys.CHANNEL_TOKEN.name()))
                            .withNonceWindow(choice.nonceWindow())
                            .withDirectMessages(isDirect);
            if (choice.api().isPresent()) {
                settings = settings.withApi(choice.api().get());
            }
            if (choice.gateway().isPresent()) {
                settings = settings.withGateway(choice.gateway().get());
            }
            return new DiscordChannel(
                    settings,
                    new DiscordChannel.Network(new JdkHttp(), new JdkWebSockets()),
                    session.world(),
                    directory);
        } catch (IllegalArgumentException e) {
            throw definition
                    .settings()
                    .refusal(BindingKeys.CHANNEL_API_URL, "does not do: " + e.getMessage());
        }
    }
}
