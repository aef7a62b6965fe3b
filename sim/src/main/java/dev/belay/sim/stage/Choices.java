package dev.belay.sim.stage;

import dev.belay.sim.gate.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What may happen next in a run, and what is left to spend on it.
final class Choices {
    private final List<Fiber> fibers;
    private final Bounds bounds;
    private int preemptionsLeft;
    private int killsLeft;

    Choices(List<Fiber> fibers, Bounds bounds) {
        this.fibers = fibers;
        this.bounds = bounds;
        this.preemptionsLeft = bounds.preemptions();
        this.killsLeft = bounds.kills();
    }

    void pay(Option option) {
        preemptionsLeft -= option.preemptions();
        if (option.kind() == Option.Kind.KILL || option.kind() == Option.Kind.REUSE) {
            killsLeft--;
        }
    }

    /// What is left, as [StateTable] takes it.
    long budget() {
        return StateTable.budget(preemptionsLeft, killsLeft);
    }

    /// Whether there may be anything to decide at this call.
    boolean concerns(Call call) {
        return switch (call.effect()) {
            case PRIVATE -> false;
            case SYNCS -> bounds.hasCuts();
            case OBSERVES, CHANGES -> true;
        };
    }

    /// What may happen when `me` is about to make a call; that it does is the first.
    List<Option> atCall(Fiber me, Call call, Duration now) {
        List<Option> options = new ArrayList<>(2 * fibers.size() + 2);
        options.add(Option.of(Option.Kind.CONTINUE, me));
        if (bounds.hasCuts() && call.isCrashPoint()) {
            options.add(Option.of(Option.Kind.CUT, me));
        }
        for (Fiber other : fibers) {
            if (preemptionsLeft > 0 && other != me && other.isEnabled(now)) {
                options.add(new Option(Option.Kind.SWITCH, other, 1));
            }
        }
        for (Fiber fiber : fibers) {
            boolean isNoticed = fiber == me ? call.isCrashPoint() : call.seesDeaths();
            if (killsLeft > 0 && isNoticed && fiber.hasBegun()) {
                options.add(Option.of(Option.Kind.KILL, fiber));
                if (bounds.reusesPids()) {
                    options.add(Option.of(Option.Kind.REUSE, fiber));
                }
            }
        }
        return options;
    }

    /// What may happen when the process that ran last cannot go on. Empty when all have ended.
    List<Option> atRest(@Nullable Fiber last, Duration now) {
        List<Fiber> enabled = enabled(last, now);
        List<Option> options = new ArrayList<>(fibers.size());
        for (Fiber fiber : enabled) {
            if (!fiber.isFrozen()) {
                options.add(Option.of(Option.Kind.SWITCH, fiber));
            }
        }
        boolean isAnyReady = !options.isEmpty();
        boolean isAnyWaiting = addPassingTime(options, isAnyReady ? 1 : 0, now);
        int costOfThaw = isAnyWaiting ? 1 : 0;
        for (Fiber fiber : enabled) {
            if (!isAnyReady && preemptionsLeft >= costOfThaw) {
                options.add(new Option(Option.Kind.SWITCH, fiber, costOfThaw));
            }
        }
        return options;
    }

    /// The processes that can go on, from the one after `last` on.
    private List<Fiber> enabled(@Nullable Fiber last, Duration now) {
        List<Fiber> enabled = new ArrayList<>(fibers.size());
        int first = last == null ? 0 : fibers.indexOf(last) + 1;
        for (int i = 0; i < fibers.size(); i++) {
            Fiber fiber = fibers.get((first + i) % fibers.size());
            if (fiber.isEnabled(now)) {
                enabled.add(fiber);
            }
        }
        return enabled;
    }

    /// Adds that time passes until the first wait is over; tells whether any process waits.
    private boolean addPassingTime(List<Option> options, int cost, Duration now) {
        Duration first = null;
        for (Fiber fiber : fibers) {
            if (fiber.isWaiting(now) && (first == null || fiber.deadline().compareTo(first) < 0)) {
                first = fiber.deadline();
            }
        }
        for (Fiber fiber : fibers) {
            boolean isFirst = fiber.isWaiting(now) && fiber.deadline().equals(first);
            if (isFirst && preemptionsLeft >= cost) {
                options.add(new Option(Option.Kind.PASS_TIME, fiber, cost));
            }
        }
        return first != null;
    }
}
