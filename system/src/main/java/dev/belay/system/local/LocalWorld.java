package dev.belay.system.local;

import dev.belay.system.World;
import dev.belay.system.program.Adoption;
import dev.belay.system.service.Supervisor;
import java.nio.charset.StandardCharsets;

/// The real world.
public final class LocalWorld {
    private static final int FAMILY_BYTES = 2;

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

    /// The processes below this one.
    public static Adoption adoption() {
        return Abi.isSupported() ? new LocalProcesses() : Adoption.none();
    }

    /// The supervisor that listens on a socket of datagrams.
    ///
    /// @param address as `NOTIFY_SOCKET` holds it: a path, or `@` and an abstract name
    public static Supervisor supervisor(String address) {
        boolean isKnown = address.startsWith("/") || address.startsWith("@");
        if (Abi.MACOS || !isKnown) {
            return Supervisor.none();
        }
        byte[] name = address.getBytes(StandardCharsets.UTF_8);
        if (name[0] == '@') {
            name[0] = 0;
        }
        byte[] whole = new byte[FAMILY_BYTES + name.length];
        whole[0] = Abi.AF_UNIX; // In two bytes, the lower one first on every platform we know.
        System.arraycopy(name, 0, whole, FAMILY_BYTES, name.length);
        return state -> {
            int socket = Posix.datagramSocket();
            if (socket >= 0) {
                Posix.send(socket, state.getBytes(StandardCharsets.UTF_8), whole);
                Posix.close(socket);
            }
        };
    }
}
