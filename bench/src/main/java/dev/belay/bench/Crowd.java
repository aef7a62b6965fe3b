package dev.belay.bench;

import dev.belay.simulators.discord.FakeDiscord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/// People in several channels who ask numbered questions at a steady rate until [#close].
final class Crowd implements AutoCloseable {
    private static final int CHANNELS = 8;
    private static final int PEOPLE = 50;

    private final FakeDiscord discord;
    private final long everyNanos;
    private final List<String> channels = new ArrayList<>();
    private final Map<Integer, Long> said = new ConcurrentHashMap<>();
    private final Thread thread = Thread.ofPlatform().daemon().unstarted(this::talk);
    private volatile boolean isOver;

    /// @param perSecond of all channels together
    Crowd(FakeDiscord discord, int perSecond) {
        this.discord = discord;
        this.everyNanos = Duration.ofSeconds(1).toNanos() / perSecond;
        for (int i = 0; i < CHANNELS; i++) {
            String channel = Integer.toString(6_000 + i);
            discord.addThread(channel, FakeDiscord.CHANNEL);
            channels.add(channel);
        }
    }

    void start() {
        thread.start();
    }

    private void talk() {
        long begin = System.nanoTime();
        for (int number = 0; !isOver; number++) {
            LockSupport.parkNanos(begin + number * everyNanos - System.nanoTime());
            String person = Integer.toString(9_000 + number % PEOPLE);
            String text = "<@%s> question %d".formatted(FakeDiscord.BOT, number);
            said.put(number, System.nanoTime());
            discord.say(channels.get(number % CHANNELS), person, text, FakeDiscord.mention());
        }
    }

    /// The monotonic time right before each question was sent, by its number.
    Map<Integer, Long> said() {
        return said;
    }

    @Override
    public void close() {
        isOver = true;
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
