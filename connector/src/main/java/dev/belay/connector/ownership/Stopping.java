package dev.belay.connector.ownership;

import dev.belay.core.brake.Brake;
import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.identity.Verdict;
import dev.belay.system.Directory;
import dev.belay.system.DiskFault;
import dev.belay.system.Processes.Request;
import dev.belay.system.World;
import java.time.Duration;
import java.util.Optional;

/// Brakes a binding: sets STOP, then asks its owner to end, even where STOP could not be set. Asks
/// an owner to read its settings again, too.
///
/// - **Refuses:** to signal any process but the one that the record names, for certain.
public final class Stopping {
    private final World world;
    private final BindingStop stop;
    private final RunLock lock;

    public Stopping(World world, Directory binding) {
        this.world = world;
        this.stop = new BindingStop(world, binding);
        this.lock = new RunLock(world, binding, Duration.ZERO);
    }

    /// What came of the owner.
    public sealed interface Signal {
        /// It was asked.
        record Sent(long pid) implements Signal {}

        /// There is nobody to ask.
        record Nobody() implements Signal {}

        /// Nobody was asked.
        ///
        /// @param why the middle of a sentence about the lock or its owner
        record NotSent(String why) implements Signal {}
    }

    /// What a stop achieved.
    ///
    /// @param brake empty where STOP could not be set, for the reason in `failure`
    public record Stopped(Optional<Brake> brake, Optional<DiskFault> failure, Signal signal) {}

    /// Brakes with this reason.
    public Stopped stop(String reason) {
        Optional<Brake> brake = Optional.empty();
        Optional<DiskFault> failure = Optional.empty();
        try {
            brake = Optional.of(stop.add(reason));
        } catch (DiskFault fault) {
            failure = Optional.of(fault);
        }
        return new Stopped(brake, failure, signal(world.processes()::terminate));
    }

    /// Asks the owner to read its settings again. One that is no process of Belay may take the
    /// signal for another, and is not asked.
    public Signal reload() {
        try {
            if (lock.inspect() instanceof OwnerState.Owned(RunOwner owner, Verdict.Live _)
                    && !owner.kernelLock()) {
                return new Signal.NotSent("is no process of Belay, and reads no file of ours");
            }
        } catch (DiskFault fault) {
            return new Signal.NotSent("cannot be looked at: " + fault.errno().meaning());
        }
        return signal(world.processes()::hangUp);
    }

    /// A signal that can be sent.
    private interface Sending {
        Request to(long pid, String start);
    }

    /// The live owner, where it is certain that the number in the record means it here.
    public Optional<ProcessIdentity> target() throws DiskFault {
        return lock.inspect() instanceof OwnerState.Owned(RunOwner owner, Verdict.Live _)
                        && isNumberedHere(owner.process())
                ? Optional.of(owner.process())
                : Optional.empty();
    }

    private boolean isNumberedHere(ProcessIdentity owner) {
        Optional<String> namespace = world.processes().pidNamespace();
        return owner.pidNamespace().isEmpty()
                || namespace.filter(owner.pidNamespace()::equals).isPresent();
    }

    private Signal signal(Sending sending) {
        try {
            return switch (lock.inspect()) {
                case OwnerState.Free _ -> new Signal.Nobody();
                case OwnerState.Owned(RunOwner owner, Verdict verdict) ->
                        switch (verdict) {
                            case Verdict.Live _ -> signal(owner.process(), sending);
                            case Verdict.Dead _, Verdict.Reused _ -> new Signal.Nobody();
                            case Verdict.Unknown(String reason) -> new Signal.NotSent(reason);
                        };
                case OwnerState state -> new Signal.NotSent(state.found());
            };
        } catch (DiskFault fault) {
            return new Signal.NotSent("cannot be looked at: " + fault.errno().meaning());
        }
    }

    private Signal signal(ProcessIdentity owner, Sending sending) {
        if (!isNumberedHere(owner)) {
            return new Signal.NotSent(
                    "runs in another PID namespace (container), where it will see STOP");
        }
        Request request = sending.to(owner.pid(), owner.start());
        return switch (request) {
            case SENT -> new Signal.Sent(owner.pid());
            case GONE, REUSED -> new Signal.Nobody();
            case DENIED -> new Signal.NotSent("may not be signalled by this user");
        };
    }
}
