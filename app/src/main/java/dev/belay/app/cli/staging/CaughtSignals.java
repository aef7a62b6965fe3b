package dev.belay.app.cli.staging;

import dev.belay.staging.run.Interruptions;
import dev.belay.system.service.LocalSignals;
import dev.belay.system.service.Signals.Signal;

/// The signals of this process, while a copy is made or used.
final class CaughtSignals {
    private CaughtSignals() {}

    /// From now on they are no longer the end of the program.
    static Interruptions here() {
        Interruptions interruptions = new Interruptions();
        LocalSignals signals = new LocalSignals();
        for (Signal signal : Signal.values()) {
            signals.on(signal, () -> interruptions.arrived(signal));
        }
        return interruptions;
    }
}
