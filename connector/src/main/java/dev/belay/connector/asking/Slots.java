package dev.belay.connector.asking;

/// Bounds how many turns are in flight.
///
/// - **Threads:** any number.
/// - **Interrupt:** ends a wait, and stays set.
final class Slots {
    // Guarded by this.
    private int used;

    /// Waits until fewer than `max` are used, and uses one.
    ///
    /// @return false when the thread was interrupted
    synchronized boolean take(int max) {
        while (used >= max) {
            try {
                wait();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        used++;
        return true;
    }

    synchronized void giveBack() {
        used--;
        notifyAll();
    }

    synchronized int used() {
        return used;
    }
}
