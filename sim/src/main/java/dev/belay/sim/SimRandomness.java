package dev.belay.sim;

import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Gate;
import dev.belay.system.Randomness;
import java.util.SplittableRandom;
import java.util.UUID;

/// Version 4 UUIDs that a seed determines.
final class SimRandomness implements Randomness {
    private final Gate gate;
    private final SplittableRandom random;

    SimRandomness(Gate gate, long seed) {
        this.gate = gate;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public UUID uuid() {
        gate.pass(Call.isPrivate("uuid", ""));
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() >>> 2) | Long.MIN_VALUE;
        return new UUID(high, low);
    }
}
