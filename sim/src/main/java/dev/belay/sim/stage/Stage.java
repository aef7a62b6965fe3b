package dev.belay.sim.stage;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.disk.Caller;
import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Fingerprint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One run of several processes, of which exactly one has the turn at any moment.
///
/// - **Threads:** only the one that has the turn touches anything but `turn`.
public final class Stage {
    private static final long CALLS_MAX = 10_000;

    private final SimHost host;
    private final Schedule schedule;
    private final Bounds bounds;
    private final Supplier<String> surroundings;
    private final List<Fiber> fibers = new ArrayList<>();
    private final List<Caller> callers = new ArrayList<>();
    private final Choices choices;
    private final Thread driver = Thread.currentThread();
    private @Nullable Trace trace;

    /// Who runs; null when it is the driver.
    private volatile @Nullable Fiber turn;

    /// Who ran last.
    private @Nullable Fiber last;

    /// Who waits until a process that it has seen killed has unwound.
    private @Nullable Fiber witness;

    private long calls;
    private boolean isEnding;
    private boolean isCut;
    private @Nullable Throwable failure;

    /// @param surroundings tells all that decides how a run goes on and that is not on the machine
    public Stage(SimHost host, Schedule schedule, Bounds bounds, Supplier<String> surroundings) {
        this.host = host;
        this.schedule = schedule;
        this.bounds = bounds;
        this.surroundings = surroundings;
        this.choices = new Choices(fibers, bounds);
    }

    /// From now on, notes each call and decision.
    public void traceTo(Trace lines) {
        trace = lines;
    }

    /// Adds a process of the stage's machine, and what it runs.
    public void add(SimProcess process, Callable<?> body) {
        fibers.add(new Fiber(this, process, body));
        callers.add(process.caller());
    }

    public SimHost host() {
        return host;
    }

    public long calls() {
        return calls;
    }

    /// Why a process failed, if one did.
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /// Whether the run has ended by a power cut.
    public boolean isCut() {
        return isCut;
    }

    /// Runs all processes to their ends, by one schedule.
    public void run() {
        give(next());
        while (turn != null) {
            LockSupport.park(this);
        }
    }

    /// Where a call of `me` stands before it takes effect.
    void pass(Fiber me, Call call) {
        if (++calls > CALLS_MAX) {
            throw new AssertionError("does not end; it is at: " + call);
        }
        if (trace != null) {
            trace.add(me.process().name() + ": " + call);
        }
        if (choices.concerns(call)) {
            decide(me, call);
        }
    }

    private void decide(Fiber me, Call call) {
        while (true) {
            Option option = take(choices.atCall(me, call, host.clock().elapsed()));
            if (option == null) {
                return;
            }
            Fiber target = option.target();
            switch (option.kind()) {
                case CONTINUE -> {
                    return;
                }
                case SWITCH, PASS_TIME -> {
                    target.setFrozen(false);
                    giveAndWait(me, target);
                    return;
                }
                case CUT -> {
                    isCut = true;
                    endAll();
                    return;
                }
                case KILL, REUSE -> {
                    kill(target, option.kind());
                    if (target == me) {
                        return;
                    }
                    witness = me;
                    giveAndWait(me, target);
                }
            }
        }
    }

    private void kill(Fiber target, Option.Kind kind) {
        target.process().kill();
        if (kind == Option.Kind.REUSE) {
            host.startAgainAs("stranger", target.process().hostPid());
        }
    }

    /// Lets others go on while `me` waits.
    void block(Fiber me) {
        Fiber next = next();
        if (next != null && next != me) {
            giveAndWait(me, next);
        }
    }

    /// Who runs next when the last one cannot go on; null when nobody does.
    private @Nullable Fiber next() {
        Duration now = host.clock().elapsed();
        List<Option> options = choices.atRest(last, now);
        Option option = options.isEmpty() ? null : take(options);
        if (option == null) {
            return null;
        }
        Fiber target = option.target();
        if (option.kind() == Option.Kind.PASS_TIME) {
            for (Fiber fiber : fibers) {
                if (fiber.isEnabled(now)) {
                    fiber.setFrozen(true);
                }
            }
            host.clock().advance(target.deadline().minus(now));
        }
        target.setFrozen(false);
        return target;
    }

    /// Takes one of the options, and pays for it; null when the run is to be given up.
    private @Nullable Option take(List<Option> options) {
        int chosen = 0;
        if (options.size() > 1) {
            chosen = schedule.choose(options.size(), this::fingerprint, choices.budget());
            if (chosen < 0) {
                endAll();
                return null;
            }
        }
        Option option = options.get(chosen);
        choices.pay(option);
        if (trace != null && chosen > 0) {
            trace.add("--- " + option);
        }
        return option;
    }

    /// What a process does last.
    void ended(Fiber fiber, @Nullable Throwable thrown) {
        if (thrown != null && failure == null) {
            failure = thrown;
            endAll();
        }
        fiber.process().kill();
        Fiber next = witness;
        if (next == null && !isEnding) {
            next = next();
        }
        witness = null;
        give(isEnding ? survivor() : next);
    }

    /// A process that has not unwound yet.
    private @Nullable Fiber survivor() {
        for (Fiber fiber : fibers) {
            if (fiber.hasBegun()) {
                return fiber;
            }
        }
        return null;
    }

    /// Gives the run up: every process dies.
    private void endAll() {
        isEnding = true;
        fibers.forEach(fiber -> fiber.process().kill());
    }

    private void give(@Nullable Fiber target) {
        turn = target;
        if (target == null) {
            LockSupport.unpark(driver);
        } else {
            target.wake();
        }
    }

    private void giveAndWait(Fiber me, Fiber target) {
        give(target);
        awaitTurn(me);
    }

    void awaitTurn(Fiber me) {
        while (turn != me) {
            LockSupport.park(this);
        }
        last = me;
    }

    /// Notes what the last call has returned.
    void returned(Object result) {
        if (trace != null) {
            trace.addResult(result);
        }
    }

    /// Notes what the last call has read.
    void returned(byte[] bytes, int offset, int length) {
        if (trace != null) {
            trace.addResult(bytes, offset, length);
        }
    }

    private long fingerprint() {
        Fingerprint print = new Fingerprint(host.disk().fingerprint(callers));
        if (bounds.hasCuts()) {
            print.add(host.disk().fingerprintOfSurvivors());
        }
        print.add(last == null ? -1 : fibers.indexOf(last));
        print.add(host.clock().elapsed().toNanos());
        for (Fiber fiber : fibers) {
            fiber.addTo(print);
        }
        print.add(host.lastPid());
        print.add(surroundings.get());
        return print.value();
    }
}
