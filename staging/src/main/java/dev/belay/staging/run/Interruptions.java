package dev.belay.staging.run;

import dev.belay.system.program.Commands.Running;
import dev.belay.system.service.Signals.Signal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The signals that ask a run to end, handed on to its command.
///
/// - **Threads:** signals come on threads of their own.
public final class Interruptions {
    /// How long a command may take to end when it was asked to.
    static final Duration GRACE = Duration.ofSeconds(5);

    private @Nullable Signal first;
    private @Nullable Running running;

    /// None has come yet.
    public Interruptions() {}

    /// A signal has come. Waits until the command is gone, if there is one: killed, where it does
    /// not go by itself.
    public void arrived(Signal signal) {
        Running asked;
        synchronized (this) {
            if (first == null) {
                first = signal;
            }
            asked = running;
        }
        if (asked != null) {
            end(asked, signal);
        }
    }

    /// Whether one has come.
    public synchronized boolean isAny() {
        return first != null;
    }

    /// The first that came.
    public synchronized @Nullable Signal first() {
        return first;
    }

    /// From now on signals go to this command; so does one that has come already.
    void attach(Running command) {
        Signal early;
        synchronized (this) {
            running = command;
            early = first;
        }
        if (early != null) {
            end(command, early);
        }
    }

    synchronized void detach() {
        running = null;
    }

    /// Asks a command to end, and kills it when it does not.
    static void end(Running command, Signal signal) {
        command.signal(signal);
        if (command.await(GRACE).isEmpty()) {
            command.end(Duration.ZERO);
        }
    }
}
