package dev.belay.sim.gate;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Stands before every port call of one process.
///
/// - **Threads:** the process's own.
public interface Gate {
    /// The limit of a wait that no time ends, such as that of the kernel for another's call.
    Duration UNLIMITED = Duration.ofDays(1_000);

    /// Returns when the call may take effect. May let others go first.
    ///
    /// @throws Killed when the process is dead: the call then has no effect
    void pass(Call call);

    /// Waits until `ready` holds, for at most `limit`, which passes in virtual time.
    ///
    /// Nobody else does anything between the moment at which it holds and the return.
    ///
    /// @return false when the time was over
    boolean await(Call call, BooleanSupplier ready, Duration limit);

    /// Learns what a call that passed has returned, or the errno with which it failed.
    default void returned(Object result) {}

    /// Learns which bytes a call has brought.
    default void returned(byte[] bytes, int offset, int length) {}

    /// Whether a write should take two steps, so that others may see its first half and a crash may
    /// leave it.
    default boolean tearsWrites() {
        return false;
    }

    /// Lets all pass at once, waiting excepted: there is nobody to wait for.
    Gate OPEN =
            new Gate() {
                @Override
                public void pass(Call call) {}

                @Override
                public boolean await(Call call, BooleanSupplier ready, Duration limit) {
                    return ready.getAsBoolean();
                }
            };
}
