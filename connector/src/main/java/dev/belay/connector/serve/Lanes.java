package dev.belay.connector.serve;

import dev.belay.system.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Runs what is to be done about each channel in its order, and channels beside each other.
///
/// - **Bounded:** at most [#WAITING_MAX] tasks wait; who brings one more waits too.
/// - **Threads:** any number.
/// - **Interrupt:** of whoever brings a task: it is not taken. A thread of a lane is interrupted by
///   [#interrupt] alone.
final class Lanes {
    /// All of a busy minute, and little memory.
    static final int WAITING_MAX = 1_000;

    private final Clock clock;
    private final Consumer<Runnable> starter;
    private final Consumer<Throwable> failed;

    // All guarded by this.
    private final Map<String, ArrayDeque<Task>> queues = new HashMap<>();
    private final Set<Thread> threads = new HashSet<>();
    private int waiting;
    private int running;
    private boolean isClosed;

    /// What is done about a channel.
    @FunctionalInterface
    interface Task {
        void run() throws IOException;
    }

    /// @param starter runs each lane that has something to do, on a thread of its own or at once
    /// @param failed is told of a task that failed; the lane goes on
    Lanes(Clock clock, Consumer<Runnable> starter, Consumer<Throwable> failed) {
        this.clock = clock;
        this.starter = starter;
        this.failed = failed;
    }

    /// Each lane on a virtual thread while it has something to do.
    static void startThread(Runnable lane) {
        Thread.ofVirtual().name("lane").start(lane);
    }

    /// Does something about a channel, after all that was brought before. Waits while too much
    /// waits already; does nothing once closed.
    void bring(String channel, Task task) {
        if (hasRoom()) {
            add(channel, task);
        }
    }

    /// The same without waiting, for what is bounded otherwise.
    void add(String channel, Task task) {
        if (isNewLane(channel, queue -> queue.addLast(task), 1)) {
            starter.accept(() -> run(channel));
        }
    }

    /// Does all of this about a channel before anything that waits.
    void addFirst(String channel, List<Task> tasks) {
        if (isNewLane(channel, queue -> tasks.reversed().forEach(queue::addFirst), tasks.size())) {
            starter.accept(() -> run(channel));
        }
    }

    private synchronized boolean hasRoom() {
        while (waiting >= WAITING_MAX && !isClosed) {
            try {
                wait();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    private synchronized boolean isNewLane(
            String channel, Consumer<ArrayDeque<Task>> addition, int count) {
        if (isClosed || count == 0) {
            return false;
        }
        waiting += count;
        boolean isNew = !queues.containsKey(channel);
        if (isNew) {
            running++;
        }
        addition.accept(queues.computeIfAbsent(channel, _ -> new ArrayDeque<>()));
        return isNew;
    }

    private void run(String channel) {
        enter();
        boolean isOver = false;
        try {
            for (Optional<Task> task = next(channel); task.isPresent(); task = next(channel)) {
                run(task.get());
            }
            isOver = true;
        } finally {
            leave(channel, isOver);
        }
    }

    private void run(Task task) {
        try {
            task.run();
        } catch (IOException | RuntimeException failure) {
            failed.accept(failure);
        } catch (Error error) {
            failed.accept(error);
            throw error;
        }
    }

    private synchronized void enter() {
        threads.add(Thread.currentThread());
    }

    private synchronized Optional<Task> next(String channel) {
        ArrayDeque<Task> queue = queues.get(channel);
        if (queue == null || queue.isEmpty() || isClosed) {
            forget(channel);
            return Optional.empty();
        }
        waiting--;
        notifyAll();
        return Optional.of(queue.remove());
    }

    /// From here on the next task of the channel begins a new lane.
    private void forget(String channel) {
        ArrayDeque<Task> queue = queues.remove(channel);
        waiting -= queue == null ? 0 : queue.size();
    }

    private synchronized void leave(String channel, boolean isOver) {
        if (!isOver) {
            forget(channel);
        }
        running--;
        threads.remove(Thread.currentThread());
        notifyAll();
    }

    /// Begins no further task. Those that wait are left.
    synchronized void close() {
        isClosed = true;
        notifyAll();
    }

    synchronized boolean isClosed() {
        return isClosed;
    }

    /// Waits until all is done, or [#close] was called.
    ///
    /// @return false when the thread was interrupted
    synchronized boolean finish() {
        while (running > 0 && !isClosed) {
            try {
                wait();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    /// Waits until no task runs.
    ///
    /// @return whether that is so
    synchronized boolean await(Duration limit) {
        Duration end = clock.elapsed().plus(limit);
        while (running > 0) {
            long left = end.minus(clock.elapsed()).toMillis();
            if (left <= 0) {
                return false;
            }
            try {
                wait(left);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    /// Interrupts every task that runs.
    synchronized void interrupt() {
        threads.forEach(Thread::interrupt);
    }

    /// How many tasks wait.
    synchronized int waiting() {
        return waiting;
    }
}
