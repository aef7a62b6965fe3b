package dev.belay.sim.explore;

import dev.belay.sim.SimProcess;
import java.io.IOException;

/// What one simulated process runs.
///
/// It must do the same whenever its ports give the same, and it may not catch `Killed`.
///
/// @param <T> what lies around the machines and outlives them, such as a provider
@FunctionalInterface
public interface Program<T> {
    void run(SimProcess process, T around) throws IOException;
}
