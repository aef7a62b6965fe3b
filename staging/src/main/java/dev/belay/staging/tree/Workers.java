package dev.belay.staging.tree;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/// Threads that do many small pieces of work on files. One piece alone is done by the caller.
///
/// - **Interrupt:** whoever waits here waits on, and nobody interrupts the threads: storage is left
///   between two files, not within one. An interrupt that came meanwhile is set again.
public final class Workers implements AutoCloseable {
    private static final int THREADS_MAX = 8;

    private final ExecutorService threads;

    private Workers(int count) {
        threads =
                Executors.newFixedThreadPool(
                        count, Thread.ofPlatform().daemon().name("files-", 1).factory());
    }

    /// As many as this machine runs at a time; none is started before there is work for it.
    public static Workers create() {
        Heap.letGo();
        return new Workers(Math.min(Runtime.getRuntime().availableProcessors(), THREADS_MAX));
    }

    /// Parts of a list, in its order, each of which is one piece of work.
    public static <T> List<List<T>> pieces(List<T> items, int most) {
        List<List<T>> pieces = new ArrayList<>();
        for (int from = 0; from < items.size(); from += most) {
            pieces.add(items.subList(from, Math.min(from + most, items.size())));
        }
        return pieces;
    }

    /// One piece of work.
    public interface Work<T, R> {
        R on(T item) throws IOException;
    }

    /// The results in the order of the items. After a failure the pieces that have not begun are
    /// left out, and the first failure in that order is thrown.
    public <T, R> List<R> each(List<T> items, Work<T, R> work) throws IOException {
        if (items.size() == 1) {
            return List.of(work.on(items.getFirst()));
        }
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
