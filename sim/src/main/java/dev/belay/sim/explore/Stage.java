package dev.belay.sim.explore;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One run of several processes, of which exactly one has the turn at any moment.
///
/// - **Threads:** only the one that has the turn touches anything but `turn`.
final class Stage<T> {
    private static final long CALLS_MAX = 20_000;
    private static final int RESULT_SHOWN_MAX = 80;

    private final SimHost host;
    private final Schedule schedule;
    private final Bounds<T> bounds;
    private final T around;
    private final List<Fiber> fibers = new ArrayList<>();
    private final @Nullable List<String> trace;
    private final Thread driver = Thread.currentThread();

    /// Null when it is the driver's.
    private volatile @Nullable Fiber turn;

    private @Nullable Fiber current;

    /// Who waits until a process that it has seen killed has unwound.
    private @Nullable Fiber witness;

    private int preemptionsLeft;
    private int killsLeft;
    private long calls;
    private boolean isEnding;
    private @Nullable Throwable failure;

    /// What a run is set up with, and how far it may go.
    ///
    /// @param machine makes the machine on which it begins
    /// @param surroundings makes what lies around it
    /// @param state what of the surroundings decides the rest of a run
    record Bounds<T>(
            Supplier<SimHost> machine,
            Supplier<T> surroundings,
            Function<T, ?> state,
            int preemptions,
            int kills,
            boolean reusesPids) {}

    /// One thing that may happen next.
    private record Option(Kind kind, Fiber target, int cost) {
        @Override
        public String toString() {
            return switch (kind) {
                case CONTINUE -> "";
                case SWITCH -> "switch to " + target.process().name();
                case PASS_TIME -> "time passes for " + target.process().name();
                case KILL -> "kill " + target.process().name();
                case REUSE -> "kill, and reuse the pid of, " + target.process().name();
            };
        }
    }

    private enum Kind {
        CONTINUE,
        SWITCH,
        /// The others stand still until the target's wait is over.
        PASS_TIME,
        KILL,
        REUSE
    }

    /// @param trace what receives a line for each call and decision; null for none
    Stage(Schedule schedule, Bounds<T> bounds, @Nullable List<String> trace) {
        this.host = bounds.machine().get();
        this.schedule = schedule;
        this.bounds = bounds;
        this.around = bounds.surroundings().get();
        this.trace = trace;
        this.preemptionsLeft = bounds.preemptions();
        this.killsLeft = bounds.kills();
    }

    SimHost host() {
        return host;
    }

    T around() {
        return around;
    }

    long calls() {
        return calls;
    }

    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    void add(String name, String namespace, Program<T> program) {
        SimProcess process = host.start(name, namespace);
        fibers.add(
                new Fiber(
                        this,
                        process,
                        () -> {
                            program.run(process, around);
                            return "";
                        }));
    }

    /// Runs all processes to their ends, by one schedule.
    void run() {
        give(next(freeOptions()));
        while (turn != null) {
            LockSupport.park(this);
        }
    }

    /// Where a call of `me` stands before it takes effect.
    void pass(Fiber me, Call call) {
        if (++calls > CALLS_MAX) {
            throw new AssertionError("does not end; it is at: " + call);
        }
        note(me, call);
        if (call.effect() == Call.Effect.OBSERVES || call.effect() == Call.Effect.CHANGES) {
            decide(me, call);
        }
    }

    private void decide(Fiber me, Call call) {
        while (true) {
            Option option = take(options(me, call));
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

    private void kill(Fiber target, Kind kind) {
        killsLeft--;
        target.process().kill();
        if (kind == Kind.REUSE) {
            host.startAgainAs("stranger", target.process().pid());
        }
    }

    /// Lets others go on while `me` waits.
    void block(Fiber me) {
        Fiber next = next(freeOptions());
        if (next != null && next != me) {
            giveAndWait(me, next);
        }
    }

    /// Takes one of the options, and pays for it; null when the run is to be given up.
    private @Nullable Fiber next(List<Option> options) {
        if (options.isEmpty()) {
            return null;
        }
        Option option = take(options);
        if (option == null) {
            return null;
        }
        Fiber target = option.target();
        if (option.kind() == Kind.PASS_TIME) {
            Duration now = host.clock().elapsed();
            fibers.stream().filter(f -> f.isEnabled(now)).forEach(f -> f.setFrozen(true));
            host.clock().advance(target.deadline().minus(now));
        }
        target.setFrozen(false);
        return target;
    }

    private @Nullable Option take(List<Option> options) {
        int chosen = 0;
        if (options.size() > 1) {
            long budget = StateTable.budget(preemptionsLeft, killsLeft);
            chosen = schedule.choose(options.size(), this::fingerprint, budget);
            if (chosen < 0) {
                endAll();
                return null;
            }
        }
        Option option = options.get(chosen);
        preemptionsLeft -= option.cost();
        if (trace != null && chosen > 0) {
            trace.add("--- " + option);
        }
        return option;
    }

    /// What may happen when `me` is about to make a call.
    private List<Option> options(Fiber me, Call call) {
        List<Option> options = new ArrayList<>();
        options.add(new Option(Kind.CONTINUE, me, 0));
        Duration now = host.clock().elapsed();
        for (Fiber other : fibers) {
            if (preemptionsLeft > 0 && other != me && other.isEnabled(now)) {
                options.add(new Option(Kind.SWITCH, other, 1));
            }
        }
        for (Fiber fiber : fibers) {
            boolean isNoticed =
                    fiber == me ? call.effect() == Call.Effect.CHANGES : call.seesDeaths();
            if (killsLeft > 0 && isNoticed && fiber.hasBegun()) {
                options.add(new Option(Kind.KILL, fiber, 0));
                if (bounds.reusesPids()) {
                    options.add(new Option(Kind.REUSE, fiber, 0));
                }
            }
        }
        return options;
    }

    /// What may happen when the process that ran last cannot go on.
    private List<Option> freeOptions() {
        Duration now = host.clock().elapsed();
        List<Fiber> enabled = roundRobin().stream().filter(f -> f.isEnabled(now)).toList();
        List<Fiber> ready = enabled.stream().filter(f -> !f.isFrozen()).toList();
        List<Fiber> waiting = fibers.stream().filter(f -> f.isWaiting(now)).toList();
        List<Option> options = new ArrayList<>();
        ready.forEach(fiber -> options.add(new Option(Kind.SWITCH, fiber, 0)));
        Duration first = waiting.stream().map(Fiber::deadline).min(Duration::compareTo).orElse(now);
        int costOfTime = ready.isEmpty() ? 0 : 1;
        for (Fiber fiber : waiting) {
            if (fiber.deadline().equals(first) && preemptionsLeft >= costOfTime) {
                options.add(new Option(Kind.PASS_TIME, fiber, costOfTime));
            }
        }
        int costOfThaw = waiting.isEmpty() ? 0 : 1;
        for (Fiber fiber : enabled) {
            if (ready.isEmpty() && preemptionsLeft >= costOfThaw) {
                options.add(new Option(Kind.SWITCH, fiber, costOfThaw));
            }
        }
        return options;
    }

    /// The processes, from the one after the current on.
    private List<Fiber> roundRobin() {
        int from = current == null ? 0 : fibers.indexOf(current) + 1;
        List<Fiber> order = new ArrayList<>(fibers.subList(from, fibers.size()));
        order.addAll(fibers.subList(0, from));
        return order;
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
            next = next(freeOptions());
        }
        witness = null;
        if (isEnding) {
            next = fibers.stream().filter(Fiber::hasBegun).findFirst().orElse(null);
        }
        give(next);
    }

    /// Gives the run up: every process dies.
    private void endAll() {
        isEnding = true;
        fibers.forEach(fiber -> fiber.process().kill());
    }

    private void give(@Nullable Fiber target) {
        current = target == null ? current : target;
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
    }

    private long fingerprint() {
        Fingerprint print = new Fingerprint();
        print.add(host.disk().fingerprint(fibers.stream().map(f -> f.process().caller()).toList()));
        print.add(current == null ? -1 : fibers.indexOf(current));
        print.add(host.clock().elapsed().toNanos());
        fibers.forEach(fiber -> fiber.addTo(print));
        print.add(host.lastPid());
        print.add(String.valueOf(bounds.state().apply(around)));
        return print.value();
    }

    private void note(Fiber fiber, Call call) {
        if (trace != null) {
            trace.add(fiber.process().name() + ": " + call);
        }
    }

    /// Notes what the last call of a process has read.
    void noteBytes(byte[] bytes, int offset, int length) {
        if (trace != null) {
            noteResult(new String(bytes, offset, length, StandardCharsets.UTF_8));
        }
    }

    /// Notes what the last call of a process has returned.
    void noteResult(Object value) {
        if (trace == null || trace.isEmpty()) {
            return;
        }
        String result = value.toString();
        if (!result.isEmpty()) {
            boolean isLong = result.length() > RESULT_SHOWN_MAX;
            trace.add(
                    trace.removeLast()
                            + " = "
                            + (isLong ? result.substring(0, RESULT_SHOWN_MAX) + "…" : result));
        }
    }
}
