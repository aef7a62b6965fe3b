package dev.belay.connector.serve;

import dev.belay.connector.custody.Event;
import dev.belay.connector.custody.Observer;

/// Keeps a failure of whoever counts and logs away from what is counted.
record QuietObserver(Observer observer) implements Observer {
    @Override
    public void saw(Event event) {
        try {
            observer.saw(event);
        } catch (RuntimeException _) {
            // What was seen is in the journal.
        }
    }
}
