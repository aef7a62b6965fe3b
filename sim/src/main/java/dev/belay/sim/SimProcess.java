package dev.belay.sim;

import dev.belay.sim.disk.Caller;
import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Gate;
import dev.belay.sim.gate.Killed;
import dev.belay.system.Clock;
import dev.belay.system.Disk;
import dev.belay.system.Processes;
import dev.belay.system.World;
import dev.belay.system.occupancy.Occupancy;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// One process of a [SimHost], with the world as it sees it.
///
/// Once it is dead, every call of its ports throws [Killed] and changes nothing.
public final class SimProcess implements Gate {
    private final SimHost host;
    private final String name;
    private final Identity identity;
    private final Caller caller;
    private World world;
    private Gate gate;
    private char state = 'R';
    private boolean isAskedToEnd;
    private boolean isAskedToReload;
    private @Nullable Duration killedAt;

    /// What tells it from other processes.
    ///
    /// @param pid its number in its own namespace
    /// @param hostPid its number in the initial namespace
    record Identity(long pid, long hostPid, String namespace, String start, long seed) {}

    SimProcess(SimHost host, String name, Identity identity) {
        this.host = host;
        this.name = name;
        this.identity = identity;
        this.gate = new Alone();
        this.caller = new Caller(name, this);
        this.world =
                new World(
                        host.disk().of(caller),
                        new SimProcesses(host, this),
                        new ProcessClock(),
                        new SimRandomness(this, identity.seed()),
                        time -> await(Call.observes("pause", time.toString()), () -> false, time));
    }

    /// Waits alone: nothing can come but the end of the time.
    private final class Alone implements Gate {
        @Override
        public void pass(Call call) {}

        @Override
        public boolean await(Call call, BooleanSupplier ready, Duration limit) {
            if (!ready.getAsBoolean()) {
                host.clock().advance(limit);
            }
            return ready.getAsBoolean();
        }
    }

    /// The host's clock, which a dead process cannot read.
    private final class ProcessClock implements Clock {
        @Override
        public Instant now() {
            pass(Call.isPrivate("now", ""));
            Instant now = host.clock().now();
            returned(now.toString());
            return now;
        }

        @Override
        public Duration elapsed() {
            pass(Call.isPrivate("elapsed", ""));
            Duration elapsed = host.clock().elapsed();
            returned(elapsed.toString());
            return elapsed;
        }
    }

    public String name() {
        return name;
    }

    /// The world in which production code runs as this process.
    public World world() {
        return world;
    }

    public SimHost host() {
        return host;
    }

    /// Its number in its own PID namespace.
    public long pid() {
        return identity.pid();
    }

    /// Its number in the initial PID namespace.
    public long hostPid() {
        return identity.hostPid();
    }

    String namespace() {
        return identity.namespace();
    }

    /// Field 22 of its stat.
    public String start() {
        return identity.start();
    }

    char state() {
        return state;
    }

    /// How the disk knows it.
    public Caller caller() {
        return caller;
    }

    /// Who uses which files of the machine, as this process sees it.
    public Occupancy occupancy() {
        return tree -> {
            pass(Call.judges("occupancy", tree.top().toString()));
            Optional<Occupancy.Use> use = host.user(tree.top(), this);
            returned(use.toString());
            return use;
        };
    }

    /// From now on it reaches its disk through what `around` makes of it.
    public void wrapDisk(UnaryOperator<Disk> around) {
        world =
                new World(
                        around.apply(world.disk()),
                        world.processes(),
                        world.clock(),
                        world.randomness(),
                        world.waiting());
    }

    /// From now on its calls pass this gate.
    public void use(Gate other) {
        gate = other;
    }

    /// A call of a port that is not of this module, such as a provider's: a point at which others
    /// may go first and a kill may come, like any other. Its result may depend on what others do.
    public <R> R call(String operation, String label, Supplier<R> action) {
        pass(Call.changes(operation, label));
        R result = action.get();
        returned(String.valueOf(result));
        return result;
    }

    /// Whether it has been sent SIGTERM, on which it does what its program does.
    public boolean isAskedToEnd() {
        return isAskedToEnd;
    }

    /// Whether it has been sent SIGHUP.
    public boolean isAskedToReload() {
        return isAskedToReload;
    }

    Processes.Request askToReload() {
        isAskedToReload = true;
        return Processes.Request.SENT;
    }

    Processes.Request askToEnd() {
        isAskedToEnd = true;
        return Processes.Request.SENT;
    }

    public boolean isAlive() {
        return state == 'R';
    }

    /// When it was killed, by the machine's clock; empty when it was not.
    public Optional<Duration> killedAt() {
        return Optional.ofNullable(killedAt);
    }

    /// Ends it at once, as SIGKILL does: the kernel closes what it had open.
    public void kill() {
        state = 'X';
        killedAt = host.clock().elapsed();
        host.ended(this);
    }

    /// Like [#kill], but its parent does not collect it, so that its number stays taken.
    public void killLeavingZombie() {
        kill();
        state = 'Z';
    }

    @Override
    public void pass(Call call) {
        checkAlive();
        gate.pass(call);
        checkAlive();
    }

    @Override
    public boolean await(Call call, BooleanSupplier ready, Duration limit) {
        checkAlive();
        boolean isReady = gate.await(call, ready, limit);
        checkAlive();
        return isReady;
    }

    @Override
    public void returned(Object result) {
        gate.returned(result);
    }

    @Override
    public void returned(byte[] bytes, int offset, int length) {
        gate.returned(bytes, offset, length);
    }

    @Override
    public boolean tearsWrites() {
        return gate.tearsWrites();
    }

    private void checkAlive() {
        if (!isAlive()) {
            throw new Killed(name);
        }
    }
}
