package dev.belay.core.log;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// Does in one step what several threads ask for at the same time.
///
/// While one thread is at work, the others queue; one of them then does the work of all that wait.
/// A lone caller does its own work at once.
///
/// - **Order:** of asking.
/// - **Threads:** any number. One step runs at a time, on the thread of one of its callers.
/// - **Interrupt:** has no effect, and stays set.
///
/// @param <I> what is asked for
/// @param <O> what comes of it
public final class GroupCommit<I, O> {
    /// The work.
    @FunctionalInterface
    public interface Step<I, O> {
        /// Does what is asked for and returns what came of each, in the same order.
        ///
        /// @throws IOException when none of it was done; each caller gets it
        List<O> run(List<I> batch) throws IOException;
    }

    private final Step<I, O> step;
    private final ToIntFunction<I> weight;
    private final int weightMax;

    // Both guarded by this.
    private final Queue<Call<I, O>> waiting = new ArrayDeque<>();
    private boolean busy;

    /// @param weightMax what one step takes at once, but for a single item that weighs more
    public GroupCommit(int weightMax, ToIntFunction<I> weight, Step<I, O> step) {
        this.step = step;
        this.weight = weight;
        this.weightMax = weightMax;
    }

    private static final class Call<I, O> {
        private final I item;
        private boolean done;
        private @Nullable O result;
        private @Nullable Throwable failure;

        Call(I item) {
            this.item = item;
        }
    }

    /// Returns what came of `item`, once the step that did it is over.
    public O submit(I item) throws IOException {
        Call<I, O> own = new Call<>(item);
        if (enterOrWait(own)) {
            try {
                while (!own.done) {
                    runNextBatch();
                }
            } finally {
                leave();
            }
        }
        return outcome(own);
    }

    /// True when the calling thread is to do the work; false when its own is done.
    private synchronized boolean enterOrWait(Call<I, O> own) {
        waiting.add(own);
        boolean interrupted = false;
        while (busy && !own.done) {
            try {
                wait();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (own.done) {
            return false;
        }
        busy = true;
        return true;
    }

    private synchronized void leave() {
        busy = false;
        notifyAll();
    }

    private void runNextBatch() {
        List<Call<I, O>> batch = takeBatch();
        @Nullable Throwable failure = null;
        List<O> results = List.of();
        try {
            results = step.run(batch.stream().map(call -> call.item).toList());
            if (results.size() != batch.size()) {
                throw new IllegalStateException("a step returned too few results, or too many");
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e; // Thrown on the thread of each caller.
        }
        finish(batch, results, failure);
    }

    private synchronized List<Call<I, O>> takeBatch() {
        List<Call<I, O>> batch = new ArrayList<>();
        long total = 0;
        while (!waiting.isEmpty()) {
            total += weight.applyAsInt(waiting.element().item);
            if (total > weightMax && !batch.isEmpty()) {
                break;
            }
            batch.add(waiting.remove());
        }
        return batch;
    }

    private synchronized void finish(
            List<Call<I, O>> batch, List<O> results, @Nullable Throwable failure) {
        for (int i = 0; i < batch.size(); i++) {
            Call<I, O> call = batch.get(i);
            call.done = true;
            call.failure = failure;
            call.result = failure == null ? results.get(i) : null;
        }
        notifyAll();
    }

    private static <I, O> O outcome(Call<I, O> call) throws IOException {
        switch (call.failure) {
            case null -> {}
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException("a step cannot throw this", e);
        }
        O result = call.result;
        if (result == null) {
            throw new IllegalStateException("a step returned no result");
        }
        return result;
    }
}
