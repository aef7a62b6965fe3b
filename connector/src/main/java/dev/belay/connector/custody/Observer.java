package dev.belay.connector.custody;

/// Whoever counts and logs what a run does. Nothing depends on it.
///
/// - **Threads:** called by any number at once, and returns soon.
@FunctionalInterface
public interface Observer {
    /// It has happened, and is durable where it says that something was written.
    void saw(Event event);

    /// One that does not care.
    static Observer none() {
        return _ -> {};
    }
}
