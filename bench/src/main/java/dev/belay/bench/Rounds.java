package dev.belay.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/// Times many steps, one after the other or of many writers at once.
final class Rounds {
    /// How many write at once.
    static final int WRITERS = 64;

    private Rounds() {}

    /// What is timed.
    interface Step {
        void run() throws IOException;
    }

    /// What each of many writers does.
    interface WriterStep {
        void run(String writer) throws IOException;
    }

    /// Milliseconds a step.
    static double time(int steps, Step step) {
        long start = System.nanoTime();
        repeat(steps, step);
        return (System.nanoTime() - start) / 1e6 / steps;
    }

    /// Milliseconds a step where all writers take steps at once, each on a virtual thread.
    static double together(int steps, WriterStep step) throws InterruptedException {
        return together(steps, step, Thread.ofVirtual().factory());
    }

    /// The same on threads of another kind.
    static double together(int steps, WriterStep step, ThreadFactory threads)
            throws InterruptedException {
        List<Thread> writers = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < WRITERS; i++) {
            String name = Integer.toString(i);
            Thread writer = threads.newThread(() -> repeat(steps, () -> step.run(name)));
            writer.start();
            writers.add(writer);
        }
        for (Thread writer : writers) {
            writer.join();
        }
        return (System.nanoTime() - start) / 1e6 / steps / WRITERS;
    }

    private static void repeat(int steps, Step step) {
        try {
            for (int i = 0; i < steps; i++) {
                step.run();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
