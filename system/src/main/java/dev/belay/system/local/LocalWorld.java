package dev.belay.system.local;

import dev.belay.system.World;
import dev.belay.system.occupancy.Occupancy;
import dev.belay.system.occupancy.ProcOccupancy;
import dev.belay.system.program.Adoption;
import dev.belay.system.service.Signals.Signal;
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
        return Abi.isSupported() ? Below.create() : Adoption.none();
    }

    /// Who uses which files on this machine.
    public static Occupancy occupancy() {
        return new ProcOccupancy(new LocalProcesses().ownUser());
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

    /// By a class of its own, so that only who runs commands loads it.
    private static final class Below implements Adoption {
        static Adoption create() {
            return new Below();
        }

        @Override
        public boolean begin() {
            return !Abi.MACOS && Posix.prctl(Abi.PR_SET_CHILD_SUBREAPER, 1) == 0;
        }

        /// Looks at a child without burying it: that is who started it that will.
        @Override
        public Children children() {
            int result = Posix.waitid(Abi.P_ALL, 0, Abi.WEXITED | Abi.WNOHANG | Abi.WNOWAIT);
            return switch (-result) {
                case 0 -> Children.SOME;
                case Abi.ECHILD -> Children.NONE;
                default -> Children.UNKNOWN;
            };
        }

        @Override
        public void reap(long pid) {
            Posix.waitid(Abi.P_PID, pid, Abi.WEXITED | Abi.WNOHANG);
        }

        @Override
        public boolean signalGroup(long leader, Signal signal) {
            int number =
                    switch (signal) {
                        case HUP -> Abi.SIGHUP;
                        case INT -> Abi.SIGINT;
                        case TERM -> Abi.SIGTERM;
                    };
            return leader > 1
                    && leader <= Integer.MAX_VALUE
                    && Posix.kill((int) -leader, number) == 0;
        }
    }
}
