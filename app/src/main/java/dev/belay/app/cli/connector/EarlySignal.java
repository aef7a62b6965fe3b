package dev.belay.app.cli.connector;

import dev.belay.system.service.Signals;
import org.jspecify.annotations.Nullable;

/// A signal that somebody may send before there is anybody who can do what it asks for: it waits
/// for that, where it would have ended the program.
///
/// - **Threads:** any number.
final class EarlySignal {
    private boolean hasCome;
    private @Nullable Runnable action;

    private EarlySignal() {}

    /// From now on the signal does not end the program.
    static EarlySignal on(Signals signals, Signals.Signal signal) {
        EarlySignal early = new EarlySignal();
        signals.on(signal, early::come);
        return early;
    }

    /// From now on the signal does this, on a thread of its own; at once where it has come already.
    void does(Runnable deed) {
        boolean isDue;
        synchronized (this) {
            action = deed;
            isDue = hasCome;
        }
        if (isDue) {
            deed.run();
        }
    }

    private void come() {
        Runnable deed;
        synchronized (this) {
            hasCome = true;
            deed = action;
        }
        if (deed != null) {
            deed.run();
        }
    }
}
