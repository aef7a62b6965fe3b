package dev.belay.core.log;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
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

        /// Opens once the call is done, or is to do the work.
        private final CountDownLatch turn = new CountDownLatch(1);

        // Written before the turn comes, read after.
        private boolean leads;
        private @Nullable O result;
        private @Nullable Throwable failure;

        Call(I item) {
            this.item = item;
        }
    }

    /// Returns what came of `item`, once the step that did it is over.
    public O submit(I item) throws IOException {
        Call<I, O> own = new Call<>(item);
        if (!enter(own)) {
            awaitTurn(own);
        }
        if (own.leads) {
            runBatch();
        }
        return outcome(own);
    }

    /// Queues a call; true when nobody is at work, so that its thread is to do it.
    private synchronized boolean enter(Call<I, O> own) {
        waiting.add(own);
        own.leads = !busy;
        busy = true;
        return own.leads;
    }

    private static void awaitTurn(Call<?, ?> own) {
        boolean interrupted = false;
        while (true) {
            try {
                own.turn.await();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Does the work of those at the head of the queue, of which the caller is the first.
    private void runBatch() {
        List<Call<I, O>> batch = new ArrayList<>();
        @Nullable Throwable failure = null;
        List<O> results = List.of();
        try {
            takeInto(batch);
            results = step.run(items(batch));
            if (results.size() != batch.size()) {
                throw new IllegalStateException("a step returned too few results, or too many");
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e; // Thrown on the thread of each caller.
        }
        handOn(); // First, so that the next step begins while these wake up.
        for (int i = 0; i < batch.size(); i++) {
            Call<I, O> call = batch.get(i);
            call.failure = failure;
            call.result = failure == null ? results.get(i) : null;
            call.turn.countDown();
        }
    }

    private static <I, O> List<I> items(List<Call<I, O>> batch) {
        List<I> items = new ArrayList<>(batch.size());
        for (Call<I, O> call : batch) {
            items.add(call.item);
        }
        return items;
    }

    private synchronized void takeInto(List<Call<I, O>> batch) {
        long total = 0;
        while (!waiting.isEmpty()) {
            total += weight.applyAsInt(waiting.element().item);
            if (total > weightMax && !batch.isEmpty()) {
                break;
            }
            batch.add(waiting.remove());
        }
    }

    /// Leaves the work to the first of those that wait.
    private synchronized void handOn() {
        Call<I, O> next = waiting.peek();
        busy = next != null;
        if (next != null) {
            next.leads = true;
            next.turn.countDown();
        }
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
