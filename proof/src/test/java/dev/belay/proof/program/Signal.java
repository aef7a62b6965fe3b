package dev.belay.proof.program;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/// What the tests send to processes, by the machine's own `kill`.
public enum Signal {
    /// Ends a process at whatever instruction it is.
    KILL,
    /// Holds a process still, with everything that it has open.
    STOP,
    CONT,
    INT,
    TERM;

    private static final int SECONDS_MAX = 10;

    /// Sends it; a process that is gone already is no failure.
    public void send(long pid) throws IOException {
        Process kill =
                new ProcessBuilder("kill", "-" + name(), Long.toString(pid))
                        .redirectErrorStream(true)
                        .start();
        try {
            kill.getInputStream().readAllBytes();
            if (!kill.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                throw new IOException("kill does not return");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
