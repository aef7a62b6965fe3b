package dev.belay.system.service;

/// Signals that ask a program for something.
public interface Signals {
    /// What others ask for.
    enum Signal {
        /// SIGTERM: to end.
        TERM,
        /// SIGINT: Ctrl-C at the terminal.
        INT,
        /// SIGHUP: to read its settings again.
        HUP
    }

    /// From now on a signal runs this, on a thread of its own, instead of ending the program.
    void on(Signal signal, Runnable action);
}
