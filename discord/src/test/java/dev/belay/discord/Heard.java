package dev.belay.discord;

import dev.belay.connector.channel.Listener;
import dev.belay.connector.turn.Incoming;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A listener that writes down, as lines, what it is told, and can be made to fail.
final class Heard implements Listener {
    private final List<String> lines = new ArrayList<>();
    private final List<Incoming> messages = new ArrayList<>();
    private String failsAt = "";
    private int failures;

    @Override
    public synchronized void connected(String self, boolean isContinued) throws IOException {
        fail("connected");
        lines.add("connected " + self + (isContinued ? " again" : " anew"));
    }

    @Override
    public synchronized void received(Incoming message) throws IOException {
        fail(message.text());
        lines.add("received " + message.text());
        messages.add(message);
    }

    @Override
    public synchronized void delivered(String nonce, String messageId) throws IOException {
        fail(nonce);
        lines.add("delivered " + nonce);
    }

    private void fail(String what) throws IOException {
        if (failures > 0 && what.equals(failsAt)) {
            failures--;
            lines.add("failed at " + what);
            throw new IOException("the disk is full");
        }
    }

    /// The next times that this is to be written down, it fails.
    synchronized void failsAt(String what, int times) {
        failsAt = what;
        failures = times;
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    synchronized List<Incoming> messages() {
        return List.copyOf(messages);
    }

    /// Waits until a line is there.
    void awaits(String line) throws Exception {
        Bot.eventually(line, () -> lines().contains(line));
    }

    /// Waits until a line is there so many times.
    void awaits(String line, int times) throws Exception {
        Bot.eventually(
                times + " times " + line,
                () -> lines().stream().filter(line::equals).count() >= times);
    }
}
