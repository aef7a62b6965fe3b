package dev.belay.system.local;

import dev.belay.system.Randomness;
import java.nio.ByteBuffer;
import java.util.UUID;

/// The kernel's generator. The JDK's takes its seed from there too, and costs 15 ms at start-up.
final class SecureRandomness implements Randomness {
    private static final int UUID_BYTES = 16;

    @Override
    public UUID uuid() {
        int result = Posix.random(UUID_BYTES);
        if (result < 0) {
            throw new IllegalStateException("no randomness: " + Abi.errno(-result));
        }
        byte[] bytes = new byte[UUID_BYTES];
        Scratch.ofThread().takeContent(bytes, 0, UUID_BYTES);
        ByteBuffer random = ByteBuffer.wrap(bytes);
        long most = (random.getLong() & ~0xF000L) | 0x4000L; // Version 4.
        long least = (random.getLong() & ~0xC000_0000_0000_0000L) | 0x8000_0000_0000_0000L;
        return new UUID(most, least);
    }
}
