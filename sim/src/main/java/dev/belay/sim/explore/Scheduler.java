package dev.belay.sim.explore;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.disk.Survivors;
import dev.belay.sim.gate.Fingerprint;
import dev.belay.sim.stage.Bounds;
import dev.belay.sim.stage.Schedule;
import dev.belay.sim.stage.Stage;
import dev.belay.sim.stage.Trace;
import dev.belay.system.Processes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Runs several processes on one machine in every order of their port calls, within bounds.
///
/// Depth first over all schedules with at most so many preemptions and kills:
///
/// - **A preemption** lets another process go on before a call, though this one could. Where a
///   process waits or ends, any other goes on at no cost.
/// - **Time** passes when nobody can go on without. While others could, it passes at the cost of
///   one preemption, and these then stand still, as if stopped by a signal, until nobody else can
///   go on or a further preemption is spent on them.
/// - **A kill** hits a process before a call that changes what others see, or, while it stands
///   still, before a call of another that could notice.
/// - **A power cut**, where asked for, ends the run before any call that changes or syncs
///   something, and each state that it may leave is checked.
///
/// A state that was reached before with as much left to spend is not explored again. Two states are
/// the same when the disk, what is open and locked, the clock, all that each process has been told
/// by its ports, and the state of the surroundings are the same.
///
/// A failure names the schedule. With the system property `belay.replay` set to it, [#explore] runs
/// it alone.
///
/// @param <T> what the processes share besides the machine, such as a provider; whatever a program
///   learns from it in a call must pass `SimProcess.call`
public final class Scheduler<T> {
    private static final Pattern REPLAY = Pattern.compile("within (\\d+):([^,]*)(?:, cut (\\d+))?");

    private final Supplier<T> surroundings;
    private final Function<T, ?> state;
    private final List<Member<T>> members = new ArrayList<>();
    private SimHost prepared = new SimHost();
    private Program<T> check = (_, _) -> {};
    private int preemptions = Budget.current().of(2, 3);
    private int kills = 1;
    private boolean reusesPids;
    private @Nullable Program<T> afterCut;
    private final Set<Long> cutsSeen = new HashSet<>();
    private long runs;
    private long calls;

    private record Member<T>(String name, String namespace, Program<T> program) {}

    /// One run, and what lies around it.
    private record Run<T>(Stage stage, T around) {}

    /// What a failure names.
    ///
    /// @param preemptions the bound: what may be decided depends on what is left
    /// @param cut the survivors of the power cut at the end; -1 for none
    private record Replay(int preemptions, String schedule, int cut) {
        static Replay parse(String text) {
            Matcher matcher = REPLAY.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("not a schedule: " + text);
            }
            String cut = matcher.group(3);
            return new Replay(
                    Integer.parseInt(matcher.group(1)),
                    matcher.group(2).strip(),
                    cut == null ? -1 : Integer.parseInt(cut));
        }

        @Override
        public String toString() {
            return "within " + preemptions + ": " + schedule + (cut < 0 ? "" : ", cut " + cut);
        }
    }

    private Scheduler(Supplier<T> surroundings, Function<T, ?> state) {
        this.surroundings = surroundings;
        this.state = state;
    }

    /// Of processes that share nothing but the machine.
    public static Scheduler<Object> alone() {
        return new Scheduler<>(Object::new, _ -> "");
    }

    /// Of processes that also share what `surroundings` makes anew for each run.
    ///
    /// @param state what of it decides how a run goes on and whether it passes its checks, as a
    ///   value with a `toString` that tells all of it
    public static <T> Scheduler<T> with(Supplier<T> surroundings, Function<T, ?> state) {
        return new Scheduler<>(surroundings, state);
    }

    /// The state in which every run begins.
    public Scheduler<T> prepare(Preparation preparation) throws IOException {
        SimHost host = new SimHost();
        preparation.of(host);
        host.disk().settle();
        prepared = host;
        return this;
    }

    /// Adds a process in the initial PID namespace. It must end, and may fail only by being killed.
    public Scheduler<T> process(String name, Program<T> program) {
        return process(name, Processes.INITIAL_NAMESPACE, program);
    }

    /// Adds a process in a PID namespace.
    public Scheduler<T> process(String name, String namespace, Program<T> program) {
        members.add(new Member<>(name, namespace, program));
        return this;
    }

    /// What must hold when all have ended; it runs as a further process, and fails by throwing.
    public Scheduler<T> check(Program<T> program) {
        check = program;
        return this;
    }

    /// Also lets a power cut end a run. Then this runs as the first process after the reboot, on
    /// each state that the cut may leave, and fails by throwing.
    public Scheduler<T> afterCut(Program<T> program) {
        afterCut = program;
        return this;
    }

    /// At most so many; at first 2, and 3 in the deep budget.
    public Scheduler<T> preemptions(int max) {
        preemptions = max;
        return this;
    }

    /// At most so many; at first 1.
    public Scheduler<T> kills(int max) {
        kills = max;
        return this;
    }

    /// Also lets another process take the number of a killed one at once.
    public Scheduler<T> reusingPids() {
        reusesPids = true;
        return this;
    }

    /// Explores within the bounds.
    ///
    /// @throws AssertionError when a program or the check fails, or a run does not end
    public Explored explore() {
        String replay = System.getProperty("belay.replay");
        if (replay != null) {
            replay(replay);
            return new Explored(0, 1, 0);
        }
        try {
            return explore(preemptions);
        } catch (AssertionError failure) {
            // With fewer preemptions a failure is easier to read, if there is one.
            for (int fewer = 0; fewer < preemptions; fewer++) {
                explore(fewer);
            }
            throw failure;
        }
    }

    private Explored explore(int preemptionsMax) {
        Schedule schedule = new Schedule();
        cutsSeen.clear();
        do {
            Run<T> run = start(schedule, preemptionsMax);
            run.stage().run();
            Replay replay = new Replay(preemptionsMax, schedule.toString(), -1);
            try {
                finish(run, schedule);
            } catch (Exception | AssertionError failure) {
                throw failed(replay, failure);
            }
            if (run.stage().isCut()) {
                exploreCuts(run, replay);
            }
        } while (schedule.next());
        return new Explored(schedule.states(), runs, calls);
    }

    private void exploreCuts(Run<T> run, Replay replay) {
        SimHost host = run.stage().host();
        Survivors survivors = host.disk().survivors();
        Fingerprint around = new Fingerprint().add(String.valueOf(state.apply(run.around())));
        for (int cut = 0; cut < survivors.count(); cut++) {
            long disk = survivors.disk(cut, host.clock()).fingerprint();
            if (cutsSeen.add(new Fingerprint(around.value()).add(disk).value())) {
                Replay whole = new Replay(replay.preemptions(), replay.schedule(), cut);
                try {
                    perform(whole, new Trace());
                } catch (Exception | AssertionError failure) {
                    throw failed(whole, failure);
                }
            }
        }
    }

    /// Runs one schedule, as a failure has named it.
    public void replay(String text) {
        Trace trace = new Trace();
        try {
            perform(Replay.parse(text), trace);
        } catch (Exception | AssertionError failure) {
            throw new AssertionError(
                    "%s%nreplay with -Dbelay.replay='%s'%n  %s".formatted(failure, text, trace),
                    failure);
        }
    }

    private AssertionError failed(Replay replay, Throwable failure) {
        try {
            replay(replay.toString());
        } catch (AssertionError again) {
            return again;
        }
        return new AssertionError("fails once, and not again: " + replay, failure);
    }

    private void perform(Replay replay, Trace trace) throws Exception {
        Schedule schedule = new Schedule(replay.schedule());
        Run<T> run = start(schedule, replay.preemptions());
        run.stage().traceTo(trace);
        run.stage().run();
        finish(run, schedule);
        Program<T> program = afterCut;
        if (replay.cut() >= 0 && program != null) {
            Survivors survivors = run.stage().host().disk().survivors();
            trace.add("lost: " + survivors.lost(replay.cut()));
            SimHost next = run.stage().host().afterCut(survivors, replay.cut());
            program.run(next.start("after the cut"), run.around());
        }
    }

    private Run<T> start(Schedule schedule, int preemptionsMax) {
        T around = surroundings.get();
        Bounds bounds = new Bounds(preemptionsMax, kills, reusesPids, afterCut != null);
        SimHost host = prepared.afterKill();
        Stage stage = new Stage(host, schedule, bounds, () -> String.valueOf(state.apply(around)));
        for (Member<T> member : members) {
            SimProcess process = host.start(member.name(), member.namespace());
            stage.add(
                    process,
                    () -> {
                        member.program().run(process, around);
                        return "";
                    });
        }
        return new Run<>(stage, around);
    }

    private void finish(Run<T> run, Schedule schedule) throws Exception {
        runs++;
        calls += run.stage().calls();
        Throwable failure = run.stage().failure().orElse(null);
        if (failure != null) {
            throw new AssertionError(failure.toString(), failure);
        }
        if (!schedule.isPruned() && !run.stage().isCut()) {
            check.run(run.stage().host().start("check"), run.around());
        }
    }
}
