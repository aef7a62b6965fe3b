package dev.belay.bench;

import dev.belay.simulators.discord.FakeDiscord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/// People in several channels who talk at a steady rate until [#close]. Some of what they say is a
/// numbered question to the bot.
final class Crowd implements AutoCloseable {
    private static final int CHANNELS = 8;

    /// Discord lets a bot send fifty messages a second, so that it can answer no more than half.
    private static final int QUESTION_EVERY = 3;

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
            String channel = channels.get(number % CHANNELS);
            String person = Integer.toString(9_000 + number % PEOPLE);
            if (number % QUESTION_EVERY == 0) {
                String text = "<@%s> question %d".formatted(FakeDiscord.BOT, said.size());
                said.put(said.size(), System.nanoTime());
                discord.say(channel, person, text, FakeDiscord.mention());
            } else {
                discord.say(channel, person, "and so on");
            }
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
