package dev.belay.app.cli.staging;

import dev.belay.app.cli.frame.Output;
import dev.belay.staging.freeze.Watch;
import dev.belay.staging.run.Interruptions;
import java.util.concurrent.atomic.AtomicLong;

/// Tells how far a copy is, and gives it up when a signal came.
final class CopyProgress implements Watch {
    /// A line for each so many files: a copy of fewer is over before it is read.
    private static final long FILES_STEP = 5_000;

    private final Output output;
    private final Interruptions interruptions;
    private final AtomicLong files = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();

    // Written before the copying begins.
    private volatile long filesExpected;

    CopyProgress(Output output, Interruptions interruptions) {
        this.output = output;
        this.interruptions = interruptions;
    }

    @Override
    public void begins(long expected, long bytesExpected) {
        filesExpected = expected;
    }

    @Override
    public void copied(long size) {
        long bytesSoFar = bytes.addAndGet(size);
        long filesSoFar = files.incrementAndGet();
        if (filesSoFar % FILES_STEP == 0) {
            output.progress(
                    "copied %,d of %,d files, %,d bytes"
                            .formatted(filesSoFar, filesExpected, bytesSoFar));
        }
    }

    @Override
    public void notes(String sentence) {
        output.complaint("belay: " + sentence);
    }

    @Override
    public boolean isStopped() {
        return interruptions.isAny();
    }
}
