package dev.belay.system.program;

/// The time between two looks at processes that are to end; nothing tells when all have.
final class Look {
    private static final long PAUSE_MILLIS = 2;

    private Look() {}

    /// Waits whether interrupted or not: what must end is still there. An interrupt stays set.
    static void pause() {
        boolean isInterrupted = Thread.interrupted();
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException _) {
            isInterrupted = true;
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
