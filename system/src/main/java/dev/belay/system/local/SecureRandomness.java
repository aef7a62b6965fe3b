package dev.belay.system.local;

import dev.belay.system.Randomness;
import java.util.UUID;

/// Randomness of the JDK's secure generator.
final class SecureRandomness implements Randomness {
    @Override
    public UUID uuid() {
        return UUID.randomUUID();
    }
}
