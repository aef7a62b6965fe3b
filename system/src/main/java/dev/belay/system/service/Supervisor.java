package dev.belay.system.service;

/// Whoever started this program and wants to know how it is: systemd, by `NOTIFY_SOCKET`.
@FunctionalInterface
public interface Supervisor {
    /// Says something in its words, for example `READY=1`. Nothing depends on it, so that nothing
    /// fails.
    void tell(String state);

    /// One that does not listen.
    static Supervisor none() {
        return _ -> {};
    }
}
