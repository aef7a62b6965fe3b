package dev.belay.connector.serve;

import dev.belay.connector.binding.Binding;
import dev.belay.connector.custody.Custody;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.DiskFault;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One run on its course: what it acts on, the binding in force, its lanes, and what has ended it.
///
/// - **Threads:** any number.
final class Course {
    private final Custody custody;
    private final AtomicReference<Binding> binding;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final Lanes lanes;

    Course(Custody custody, Binding binding, Consumer<Runnable> starter) {
        this.custody = custody;
        this.binding = new AtomicReference<>(binding);
        this.lanes = new Lanes(custody.world().clock(), starter, this::fail);
    }

    Custody custody() {
        return custody;
    }

    /// The one in force now.
    Binding binding() {
        return binding.get();
    }

    void change(Binding changed) {
        binding.set(changed);
    }

    Lanes lanes() {
        return lanes;
    }

    /// Begins the end: no new turns.
    void end() {
        lanes.close();
        custody.channel().end();
    }

    /// Ends the run because of this, or of what came before it.
    void fail(Throwable cause) {
        failure.compareAndSet(null, cause);
        end();
    }

    /// Throws what has ended the run, if anything.
    void throwFailure() throws IOException {
        switch (failure.get()) {
            case null -> {}
            case DiskFault fault -> throw unwritable(fault);
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException("nothing throws this", e);
        }
    }

    private static Refusal unwritable(DiskFault fault) {
        return new Refusal(
                        ErrorCode.STATE_UNWRITABLE,
                        fault.label(),
                        "the run has ended, since %s failed: %s (%s)"
                                .formatted(
                                        fault.operation(), fault.errno().meaning(), fault.errno()),
                        "check the file system: its free space and inodes, its permissions; then"
                                + " start again")
                .because(fault);
    }
}
