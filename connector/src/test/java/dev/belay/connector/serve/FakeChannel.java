package dev.belay.connector.serve;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.Channel;
import dev.belay.connector.channel.Limits;
import dev.belay.connector.channel.Listener;
import dev.belay.connector.channel.OpenThread;
import dev.belay.connector.channel.Post;
import dev.belay.connector.channel.Seen;
import dev.belay.connector.delivery.Settling;
import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.MatchRules;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What a simulated process has of a [FakeNetwork]: each call is a point at which it may be killed.
///
/// It shows what waits, once for each connection, and then nothing more comes.
final class FakeChannel implements Channel {
    private final SimProcess process;
    private final FakeNetwork network;
    private boolean isEnding;

    FakeChannel(SimProcess process, FakeNetwork network) {
        this.process = process;
        this.network = network;
    }

    @Override
    public Limits limits() {
        return network.limits();
    }

    @Override
    public void listen(Listener listener) throws IOException {
        network.hear(listener);
        show(listener);
        for (Optional<Runnable> loss = network.nextLoss();
                loss.isPresent() && !isEnding;
                loss = network.nextLoss()) {
            loss.get().run();
            show(listener);
        }
    }

    private void show(Listener listener) throws IOException {
        listener.connected(FakeNetwork.SELF, false);
        for (Incoming message : network.waiting()) {
            if (isEnding) {
                return;
            }
            listener.received(message);
            process.call("acknowledge", message.id(), () -> "");
            network.take(message.id());
        }
    }

    @Override
    public void end() {
        isEnding = true;
    }

    @Override
    public void identify() throws IOException {
        network.identify();
    }

    @Override
    public Instant now() {
        return network.now(process.host().clock().now());
    }

    @Override
    public Settling.Answer send(Post post) {
        return process.call(
                "send",
                post.nonce(),
                () -> {
                    Runs.require(process.host(), "outbox.jsonl", post.nonce());
                    return network.post(post, process.host().clock().now());
                });
    }

    @Override
    public List<Seen> history(String channel, Snowflake after) throws IOException {
        return network.history(channel, after);
    }

    @Override
    public List<OpenThread> threads(MatchRules.Places places) throws IOException {
        return network.threads();
    }

    @Override
    public void showTyping(String channel) {
        // Nothing depends on it.
    }
}
