package dev.belay.staging.freeze;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/// Threads that do many small pieces of work on files.
///
/// - **Interrupt:** whoever waits here waits on, and nobody interrupts the threads: storage is left
///   between two files, not within one. An interrupt that came meanwhile is set again.
final class Workers implements AutoCloseable {
    private final ExecutorService threads;

    Workers(int count) {
        threads =
                Executors.newFixedThreadPool(
                        count, Thread.ofPlatform().daemon().name("freeze-", 1).factory());
    }

    /// One piece of work.
    interface Work<T, R> {
        R on(T item) throws IOException;
    }

    /// The results in the order of the items. After a failure the pieces that have not begun are
    /// left out, and the first failure in that order is thrown.
    <T, R> List<R> each(List<T> items, Work<T, R> work) throws IOException {
        AtomicBoolean failed = new AtomicBoolean();
        List<Future<R>> futures = new ArrayList<>(items.size());
        for (T item : items) {
            futures.add(
                    threads.submit(() -> {
                        if (failed.get()) {
                            throw new CancellationException();
                        }
                        boolean isDone = false;
                        try {
                            R result = work.on(item);
                            isDone = true;
                            return result;
                        } finally {
                            if (!isDone) {
                                failed.set(true);
                            }
                        }
                    }));
        }
        return results(futures);
    }

    private static <R> List<R> results(List<Future<R>> futures) throws IOException {
        List<R> results = new ArrayList<>(futures.size());
        List<IOException> failures = new ArrayList<>();
        boolean isInterrupted = false;
        for (Future<R> future : futures) {
            boolean isOver = false;
            while (!isOver) {
                try {
                    results.add(future.get());
                    isOver = true;
                } catch (InterruptedException _) {
                    isInterrupted = true;
                } catch (ExecutionException e) {
                    keep(failures, e);
                    isOver = true;
                }
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
        return results;
    }

    private static void keep(List<IOException> failures, ExecutionException failure) {
        switch (failure.getCause()) {
            case CancellationException _ -> {}
            case IOException e -> failures.add(e);
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> throw new IllegalStateException(failure);
        }
    }

    /// Waits for what runs, which is one file at most for each thread.
    @Override
    public void close() {
        threads.close();
    }
}
