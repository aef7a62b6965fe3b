package dev.belay.system.local;

import dev.belay.system.World;

/// The real world.
public final class LocalWorld {
    private LocalWorld() {}

    /// The world of this process. Costs nothing until it is used.
    ///
    /// @throws UnsupportedOperationException on a platform that Belay does not know
    public static World create() {
        if (!Abi.isSupported()) {
            throw new UnsupportedOperationException(
                    "Belay runs on Linux and macOS, on x86-64 and aarch64");
        }
        return new World(
                new LocalDisk(),
                new LocalProcesses(),
                new SystemClock(),
                new SecureRandomness(),
                new ThreadWaiting());
    }
}
