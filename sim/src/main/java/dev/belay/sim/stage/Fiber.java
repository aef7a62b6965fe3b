package dev.belay.sim.stage;

import dev.belay.sim.SimProcess;
import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Fingerprint;
import dev.belay.sim.gate.Gate;
import dev.belay.sim.gate.Killed;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// One process of a [Stage], on a thread of its own that runs only while it has the turn.
final class Fiber implements Gate {
    private final Stage stage;
    private final SimProcess process;
    private final Thread thread;
    private final Fingerprint history = new Fingerprint();
    private State state = State.NEW;
    private @Nullable BooleanSupplier ready;
    private Duration deadline = Duration.ZERO;
    private boolean isUnlimited;
    private boolean isFrozen;

    enum State {
        NEW,
        /// Before a call, which it may make.
        READY,
        /// In a call that waits.
        WAITING,
        DONE
    }

    Fiber(Stage stage, SimProcess process, Callable<?> body) {
        this.stage = stage;
        this.process = process;
        this.thread = Thread.ofVirtual().unstarted(() -> run(body));
        process.use(this);
    }

    private void run(Callable<?> body) {
        stage.awaitTurn(this);
        Throwable failure = null;
        try {
            if (process.isAlive()) {
                body.call();
            }
        } catch (Killed killed) {
            failure = process.isAlive() ? killed : null;
        } catch (Throwable thrown) {
            // A dead process may fail as it likes.
            failure = process.isAlive() ? thrown : null;
        }
        state = State.DONE;
        stage.ended(this, failure);
    }

    SimProcess process() {
        return process;
    }

    Duration deadline() {
        return deadline;
    }

    boolean isFrozen() {
        return isFrozen;
    }

    void setFrozen(boolean frozen) {
        isFrozen = frozen;
    }

    /// Whether it can go on without time passing.
    boolean isEnabled(Duration now) {
        return switch (state) {
            case NEW, READY -> true;
            case WAITING -> isReady() || deadline.compareTo(now) <= 0;
            case DONE -> false;
        };
    }

    private boolean isReady() {
        BooleanSupplier condition = ready;
        return condition != null && condition.getAsBoolean();
    }

    /// Whether time would let it go on.
    boolean isWaiting(Duration now) {
        return state == State.WAITING && !isUnlimited && !isEnabled(now);
    }

    /// Whether it is between its first call and its end.
    boolean hasBegun() {
        return state == State.READY || state == State.WAITING;
    }

    /// Lets its thread look whether it has the turn.
    void wake() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        } else {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void pass(Call next) {
        state = State.READY;
        history.add(1);
        stage.pass(this, next);
    }

    @Override
    public boolean await(Call next, BooleanSupplier condition, Duration limit) {
        if (condition.getAsBoolean()) {
            return true;
        }
        if (limit.compareTo(Duration.ZERO) <= 0) {
            return false;
        }
        ready = condition;
        isUnlimited = limit.equals(UNLIMITED);
        deadline = process.host().clock().elapsed().plus(limit);
        state = State.WAITING;
        stage.block(this);
        state = State.READY;
        ready = null;
        boolean isReady = condition.getAsBoolean();
        history.add(isReady ? 2 : 3);
        return isReady;
    }

    @Override
    public void returned(Object result) {
        // What is open is known by its inode, which the disk's fingerprint tells.
        boolean isHandle = result instanceof OpenFile || result instanceof Directory;
        history.add(isHandle ? 4 : result.hashCode());
        stage.returned(isHandle ? "" : result);
    }

    @Override
    public void returned(byte[] bytes, int offset, int length) {
        history.add(bytes, offset, length);
        stage.returned(bytes, offset, length);
    }

    @Override
    public boolean tearsWrites() {
        return true;
    }

    /// Adds all that decides what it will do.
    void addTo(Fingerprint print) {
        print.add(history.value()).add(state.name()).add(isFrozen ? 1 : 0);
        if (state == State.WAITING) {
            print.add(deadline.toNanos());
        }
        print.add(process.isAlive() ? 1 : 0);
    }
}
