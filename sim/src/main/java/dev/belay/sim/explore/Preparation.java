package dev.belay.sim.explore;

import dev.belay.sim.SimHost;
import java.io.IOException;

/// Puts a machine into the state in which a test begins.
@FunctionalInterface
public interface Preparation {
    void of(SimHost host) throws IOException;
}
