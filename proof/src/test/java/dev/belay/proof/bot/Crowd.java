package dev.belay.proof.bot;

import dev.belay.simulators.discord.FakeDiscord;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/// People who ask the bot something all the time.
final class Crowd implements AutoCloseable {
    static final List<String> CHANNELS = List.of(FakeDiscord.CHANNEL, FakeDiscord.OTHER_CHANNEL);
    private static final int PEOPLE = 7;
    private static final int PAUSE_MICROSECONDS_MAX = 60_000;

    private final FakeDiscord discord;
    private final SplittableRandom random;
    private final int questionsMax;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile boolean isOver;

    /// @param questionsMax after so many they are silent
    Crowd(FakeDiscord discord, SplittableRandom random, int questionsMax) {
        this.discord = discord;
        this.random = random;
        this.questionsMax = questionsMax;
        this.thread = Thread.ofPlatform().daemon().unstarted(this::talk);
    }

    void start() {
        thread.start();
    }

    private void talk() {
        while (!isOver && asked.size() < questionsMax) {
            ask();
            LockSupport.parkNanos(random.nextInt(PAUSE_MICROSECONDS_MAX) * 1000L);
        }
    }

    /// Somebody asks something somewhere.
    private void ask() {
        ask(CHANNELS.get(random.nextInt(CHANNELS.size())));
    }

    /// Somebody asks something.
    void ask(String channel) {
        int person = 9_000 + random.nextInt(PEOPLE);
        String text = "<@" + FakeDiscord.BOT + "> question " + asked.size();
        asked.add(discord.say(channel, Integer.toString(person), text, FakeDiscord.mention()));
    }

    /// The ids of all questions, in no order.
    List<String> asked() {
        return List.copyOf(asked);
    }

    /// Nobody asks any more.
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
