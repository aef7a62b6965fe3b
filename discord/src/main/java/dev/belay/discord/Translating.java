package dev.belay.discord;

import dev.belay.connector.channel.Listener;
import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.Incoming.Trait;
import dev.belay.core.json.JsonObject;
import dev.belay.discord.gateway.Dispatches;
import dev.belay.discord.gateway.Tally;
import dev.belay.discord.message.Places;
import dev.belay.discord.message.Reading;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/// Tells a listener what events mean.
///
/// - **Threads:** one.
final class Translating implements Dispatches {
    private final Listener listener;
    private final Places places;
    private final Tally tally;
    private final Consumer<String> onSelf;
    private String self = "";

    /// @param onSelf told our own id with each session
    Translating(Listener listener, Places places, Tally tally, Consumer<String> onSelf) {
        this.listener = listener;
        this.places = places;
        this.tally = tally;
        this.onSelf = onSelf;
    }

    @Override
    public void connected(String ourselves, boolean isContinued) throws IOException {
        self = ourselves;
        onSelf.accept(ourselves);
        listener.connected(ourselves, isContinued);
    }

    @Override
    public void dispatched(String name, JsonObject content) throws IOException {
        // A changed message is no new question: MESSAGE_UPDATE, for one, is left alone.
        if (name.equals("MESSAGE_CREATE")) {
            written(content);
        } else {
            places.learn(name, content);
        }
    }

    private void written(JsonObject content) throws IOException {
        Optional<Incoming> read = Reading.live(content, self, places);
        if (read.isEmpty()) {
            tally.count(Tally.Thing.SKIPPED);
            return;
        }
        Incoming message = read.get();
        String nonce = Reading.nonce(content);
        if (message.traits().contains(Trait.BY_US) && !nonce.isEmpty()) {
            listener.delivered(nonce, message.id());
        } else {
            listener.received(message);
        }
    }
}
