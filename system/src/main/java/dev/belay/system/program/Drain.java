package dev.belay.system.program;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Hands on what a program writes, up to a limit; behind it the program is ended.
final class Drain {
    /// How long the pipes of a killed program may take to be empty.
    private static final Duration EMPTY_MAX = Duration.ofSeconds(5);

    private static final int PIECE_BYTES = 64 << 10;

    private final Process process;
    private final InputStream pipe;
    private final long bytesMax;
    private final Filters.Sink sink;
    private final CountDownLatch over = new CountDownLatch(1);

    // Written by one thread, before `over`.
    private long length;
    private @Nullable Throwable failure;

    Drain(Process process, InputStream pipe, long bytesMax, Filters.Sink sink) {
        this.process = process;
        this.pipe = pipe;
        this.bytesMax = bytesMax;
        this.sink = sink;
    }

    void start() {
        Thread.ofPlatform().daemon().start(this::read);
    }

    private void read() {
        try (pipe) {
            byte[] piece = new byte[PIECE_BYTES];
            int count = next(piece);
            while (count >= 0 && length + count <= bytesMax) {
                length += count;
                sink.take(piece, count);
                count = next(piece);
            }
            length += Math.max(count, 0);
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
        } finally {
            if (isTooLong() || failure != null) {
                process.destroyForcibly();
            }
            over.countDown();
        }
    }

    /// A pipe that was closed with the program has ended; what was read until then counts.
    private int next(byte[] piece) {
        try {
            return pipe.read(piece);
        } catch (IOException _) {
            return -1;
        }
    }

    boolean isTooLong() {
        return length > bytesMax;
    }

    /// Waits for the end, which comes soon: nobody is left who could write. An interrupt stays set.
    ///
    /// @throws IOException what the sink threw, or when something still writes
    void await() throws IOException {
        if (!isOver()) {
            throw new IOException("something that was started still writes");
        }
        switch (failure) {
            case null -> {}
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(failure);
        }
    }

    private boolean isOver() {
        boolean isInterrupted = Thread.interrupted();
        long end = System.nanoTime() + EMPTY_MAX.toNanos();
        while (true) {
            try {
                boolean isOver = over.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (isInterrupted) {
                    Thread.currentThread().interrupt();
                }
                return isOver;
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
    }
}
