package dev.belay.sim.explore;

import dev.belay.sim.SimHost;
import dev.belay.system.Processes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
    private static final int TRACE_LINES_MAX = 500;
    private static final Pattern BOUNDS = Pattern.compile("^within (\\d+):");

    private final Supplier<T> surroundings;
    private final Function<T, ?> state;
    private final List<Member<T>> members = new ArrayList<>();
    private SimHost prepared = new SimHost();
    private Program<T> check = (_, _) -> {};
    private int preemptions = Budget.current().of(2, 3);
    private int kills = 1;
    private boolean reusesPids;

    private record Member<T>(String name, String namespace, Program<T> program) {}

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
        long runs = 0;
        long calls = 0;
        do {
            Stage<T> stage = stage(schedule, preemptionsMax, null);
            runs++;
            try {
                perform(stage, schedule);
            } catch (Exception | AssertionError failure) {
                throw failed(schedule, preemptionsMax, failure);
            }
            calls += stage.calls();
        } while (schedule.next());
        return new Explored(schedule.states(), runs, calls);
    }

    /// Runs one schedule, as a failure has named it.
    public void replay(String text) {
        Matcher bounds = BOUNDS.matcher(text);
        if (!bounds.find()) {
            throw new IllegalArgumentException("not a schedule: " + text);
        }
        List<String> trace = new ArrayList<>();
        Schedule schedule = new Schedule(text);
        int preemptionsMax = Integer.parseInt(bounds.group(1));
        try {
            perform(stage(schedule, preemptionsMax, trace), schedule);
        } catch (Exception | AssertionError failure) {
            int from = Math.max(0, trace.size() - TRACE_LINES_MAX);
            List<String> last = trace.subList(from, trace.size());
            String lines = String.join(System.lineSeparator() + "  ", last);
            throw new AssertionError(
                    "%s%nreplay with -Dbelay.replay='%s'%n  %s".formatted(failure, text, lines),
                    failure);
        }
    }

    private AssertionError failed(Schedule schedule, int preemptionsMax, Throwable failure) {
        // What may be decided depends on what is left, so that a replay needs the same bound.
        String text = "within %d: %s".formatted(preemptionsMax, schedule);
        try {
            replay(text);
        } catch (AssertionError again) {
            return again;
        }
        return new AssertionError("fails once, and not again: " + text, failure);
    }

    private Stage<T> stage(Schedule schedule, int preemptionsMax, @Nullable List<String> trace) {
        Stage.Bounds<T> bounds =
                new Stage.Bounds<>(
                        prepared::afterKill,
                        surroundings,
                        state,
                        preemptionsMax,
                        kills,
                        reusesPids);
        return new Stage<>(schedule, bounds, trace);
    }

    private void perform(Stage<T> stage, Schedule schedule) throws Exception {
        for (Member<T> member : members) {
            stage.add(member.name(), member.namespace(), member.program());
        }
        stage.run();
        Throwable failure = stage.failure().orElse(null);
        if (failure != null) {
            throw new AssertionError(failure.toString(), failure);
        }
        if (!schedule.isPruned()) {
            check.run(stage.host().start("check"), stage.around());
        }
    }
}
