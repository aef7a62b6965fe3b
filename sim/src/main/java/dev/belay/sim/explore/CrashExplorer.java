package dev.belay.sim.explore;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.disk.Survivors;
import dev.belay.sim.gate.Call;
import dev.belay.sim.gate.Fingerprint;
import dev.belay.sim.gate.Killed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs an operation, lets it crash at each step in each way, runs the restart, and checks.
///
/// A step is a call that changes or syncs something; a crash comes before each, and after the last.
///
/// - **Cut:** for each step and each state that a power cut may leave, the restart runs on it.
/// - **Kill:** for each step, the restart runs on the disk as it is.
/// - **Kill, then cut:** for each step of the operation, and each step of the restart after that
///   kill, and each state that a power cut may leave then, the restart runs again.
/// - In the deep budget also: cut then cut, cut then kill, kill then kill. Where pairs would be
///   very many, each n-th alone, spread over both steps, which [#explore] then says.
///
/// A failure names the crashes. With the system property `belay.replay` set to them, [#explore]
/// runs them alone.
///
/// @param <T> what outlives the machine, such as a provider
public final class CrashExplorer<T> {
    private static final List<Crash.Kind> CUT = List.of(Crash.Kind.CUT);
    private static final List<Crash.Kind> KILL = List.of(Crash.Kind.KILL);
    private static final List<Crash.Kind> REUSE = List.of(Crash.Kind.REUSE);
    private static final List<Crash.Kind> SAME = List.of(Crash.Kind.SAME);
    private static final List<Crash.Kind> KILL_CUT = List.of(Crash.Kind.KILL, Crash.Kind.CUT);
    private static final List<Crash.Kind> CUT_CUT = List.of(Crash.Kind.CUT, Crash.Kind.CUT);
    private static final List<Crash.Kind> CUT_KILL = List.of(Crash.Kind.CUT, Crash.Kind.KILL);
    private static final List<Crash.Kind> KILL_KILL = List.of(Crash.Kind.KILL, Crash.Kind.KILL);

    /// What takes a minute or two. The product of the states after one crash of either kind is
    /// about the number of those after two.
    private static final long PAIRS_MAX = 20_000;

    private final Supplier<T> surroundings;
    private final boolean isAlone;
    private SimHost prepared = new SimHost();
    private Program<T> operation = (_, _) -> {};
    private Program<T> restart = (_, _) -> {};
    private Program<T> check = (_, _) -> {};
    private final List<List<Crash.Kind>> patterns = new ArrayList<>(List.of(CUT, KILL, KILL_CUT));
    private final List<List<Crash.Kind>> deepPatterns = new ArrayList<>();
    private final Map<String, Set<Long>> seen = new HashMap<>();
    private long states;

    /// The states after one crash of each kind.
    private final Map<Crash.Kind, Long> oneCrash = new EnumMap<>(Crash.Kind.class);

    private long pairsMax = PAIRS_MAX;
    private long stride = 1;
    private Sample sample = Sample.ALL;
    private long firstCrashes;
    private long runs;
    private long calls;

    /// A machine, and what lies around it, at the moment before a process starts.
    private record Moment<T>(SimHost host, T around) {}

    /// Which pairs of crashes are explored.
    ///
    /// @param firsts of so many first crashes one is followed by others
    /// @param steps of so many steps behind it one is crashed, another for each first crash
    private record Sample(long firsts, int steps) {
        static final Sample ALL = new Sample(1, 1);
    }

    private CrashExplorer(Supplier<T> surroundings, boolean isAlone) {
        this.surroundings = surroundings;
        this.isAlone = isAlone;
        if (Budget.current() == Budget.DEEP) {
            deepPatterns.addAll(List.of(CUT_CUT, CUT_KILL, KILL_KILL));
        }
    }

    /// Of code that knows nothing but its machine.
    public static CrashExplorer<Object> alone() {
        return new CrashExplorer<>(Object::new, true);
    }

    /// Of code that also acts on what `surroundings` makes anew for each history.
    public static <T> CrashExplorer<T> with(Supplier<T> surroundings) {
        return new CrashExplorer<>(surroundings, false);
    }

    /// The state, made durable, in which the operation begins.
    public CrashExplorer<T> prepare(Preparation preparation) throws IOException {
        SimHost host = new SimHost();
        preparation.of(host);
        host.disk().settle();
        prepared = host;
        return this;
    }

    /// What may crash at any step.
    public CrashExplorer<T> run(Program<T> program) {
        operation = program;
        return this;
    }

    /// What goes on after a crash, and must then succeed.
    public CrashExplorer<T> restart(Program<T> program) {
        restart = program;
        return this;
    }

    /// What must hold after the restart; it fails by throwing.
    public CrashExplorer<T> check(Program<T> program) {
        check = program;
        return this;
    }

    /// Also lets a stranger have the number of the killed process at once, or the restart itself.
    public CrashExplorer<T> reusingPids() {
        patterns.add(REUSE);
        patterns.add(SAME);
        return this;
    }

    /// Only so many crashes in one history. One is enough where an operation of very many steps is
    /// put together of parts that are each explored with more.
    public CrashExplorer<T> crashes(int max) {
        patterns.removeIf(pattern -> pattern.size() > max);
        deepPatterns.removeIf(pattern -> pattern.size() > max);
        return this;
    }

    /// Only about so many pairs of crashes of each two kinds, and those in the deep budget alone;
    /// for an operation of very many steps.
    public CrashExplorer<T> pairs(long max) {
        pairsMax = max;
        patterns.removeIf(pattern -> pattern.size() > 1);
        if (Budget.current() == Budget.DEEP) {
            deepPatterns.addFirst(KILL_CUT);
        }
        return this;
    }

    /// Explores within the budget.
    ///
    /// @throws AssertionError when a restart fails, or what must hold does not
    public Explored explore() {
        String replay = System.getProperty("belay.replay");
        if (replay != null) {
            replay(replay);
        } else {
            patterns.forEach(pattern -> explore(this::begin, List.of(), pattern));
            exploreDeeply();
        }
        return new Explored(states, runs, calls, stride);
    }

    private void exploreDeeply() {
        for (List<Crash.Kind> pattern : deepPatterns) {
            long pairs = 1;
            for (Crash.Kind kind : pattern) {
                pairs *= oneCrash.getOrDefault(kind, 1L);
            }
            long nth = Math.max(1, pairs / pairsMax);
            int steps = (int) Math.min(nth, oneCrash.getOrDefault(Crash.Kind.KILL, 1L));
            sample = new Sample(nth / steps, steps);
            stride = Math.max(stride, sample.firsts() * sample.steps());
            explore(this::begin, List.of(), pattern);
        }
    }

    /// Whether a first crash is followed by others.
    private boolean isFollowed(List<Crash> path, List<Crash.Kind> rest) {
        return !path.isEmpty() || rest.isEmpty() || firstCrashes++ % sample.firsts() == 0;
    }

    /// Runs one history, as a failure has named it.
    public void replay(String crashes) {
        List<Crash> path = Crash.parse(crashes);
        finish(() -> reach(path, new ArrayList<>()), path);
    }

    private Moment<T> begin() {
        return new Moment<>(prepared.afterKill(), surroundings.get());
    }

    private void explore(Supplier<Moment<T>> start, List<Crash> path, List<Crash.Kind> pattern) {
        if (pattern.isEmpty()) {
            states++;
            if (path.size() == 1) {
                oneCrash.merge(path.getFirst().kind(), 1L, Long::sum);
            }
            finish(start, path);
            return;
        }
        List<Crash.Kind> rest = pattern.subList(1, pattern.size());
        boolean hasMore = true;
        int nth = path.isEmpty() ? 1 : sample.steps();
        int begin = (int) (firstCrashes / sample.firsts() % nth);
        for (int step = begin; hasMore; step += nth) {
            Moment<T> moment = start.get();
            CrashGate gate = run(moment, path, step);
            hasMore = gate.hasKilled();
            if (!hasMore && nth > 1) {
                return; // Somewhere behind the end, which one crash alone has seen.
            }
            if (pattern.getFirst() == Crash.Kind.CUT) {
                exploreCuts(moment.host(), path, step, rest);
            } else {
                follow(moment.host(), path, new Crash(pattern.getFirst(), step, 0), rest);
            }
        }
    }

    private void exploreCuts(SimHost host, List<Crash> path, int step, List<Crash.Kind> rest) {
        Survivors survivors = host.disk().survivors();
        String future = rest + " after " + path.size();
        // What lies around tells apart what looks the same on disk, unless the step is the same.
        Set<Long> known =
                isAlone ? seen.computeIfAbsent(future, _ -> new HashSet<>()) : new HashSet<>();
        for (int choice = 0; choice < survivors.count(); choice++) {
            long print = survivors.disk(choice, host.clock()).fingerprint();
            if (known.add(new Fingerprint(host.boot()).add(print).value())) {
                follow(host, path, new Crash(Crash.Kind.CUT, step, choice), rest);
            }
        }
    }

    private void follow(SimHost host, List<Crash> path, Crash crash, List<Crash.Kind> rest) {
        if (isFollowed(path, rest)) {
            explore(after(host, path, crash), with(path, crash), rest);
        }
    }

    /// What follows a crash of `host`, any number of times.
    private Supplier<Moment<T>> after(SimHost host, List<Crash> path, Crash crash) {
        if (isAlone) {
            return () -> new Moment<>(crashed(host, crash), surroundings.get());
        }
        List<Crash> whole = with(path, crash);
        return () -> reach(whole, new ArrayList<>());
    }

    private static SimHost crashed(SimHost host, Crash crash) {
        return switch (crash.kind()) {
            case KILL -> host.afterKill();
            case CUT -> host.afterCut(host.disk().survivors(), crash.choice());
            case REUSE -> {
                SimHost after = host.afterKill();
                after.startAgainAs("stranger", host.lastPid());
                yield after;
            }
            case SAME -> {
                SimHost after = host.afterKill();
                after.reusePid(host.lastPid());
                yield after;
            }
        };
    }

    /// Goes through a history from the beginning, and notes its calls.
    private Moment<T> reach(List<Crash> path, List<String> trace) {
        Moment<T> moment = begin();
        for (int i = 0; i < path.size(); i++) {
            Crash crash = path.get(i);
            CrashGate gate = run(moment, path.subList(0, i), crash.step());
            trace.addAll(gate.points().stream().map(Call::toString).toList());
            trace.add("--- " + crash);
            if (crash.kind() == Crash.Kind.CUT) {
                trace.add("lost: " + moment.host().disk().survivors().lost(crash.choice()));
            }
            moment = new Moment<>(crashed(moment.host(), crash), moment.around());
        }
        return moment;
    }

    /// Runs what comes after `path`, until it has passed `stop` steps.
    private CrashGate run(Moment<T> moment, List<Crash> path, int stop) {
        SimProcess process = moment.host().start(path.isEmpty() ? "operation" : "restart");
        CrashGate gate = new CrashGate(process, stop);
        process.use(gate);
        runs++;
        boolean hasReturned = false;
        try {
            (path.isEmpty() ? operation : restart).run(process, moment.around());
            hasReturned = true;
        } catch (Killed killed) {
            hasReturned = !gate.hasKilled();
        } catch (IOException | RuntimeException | AssertionError failure) {
            // A dead process may fail as it likes.
            if (!gate.hasKilled()) {
                throw failed(path, "the " + process.name() + " fails", failure);
            }
        }
        calls += gate.calls();
        if (gate.hasKilled() && hasReturned) {
            throw failed(path, "the " + process.name() + " has caught its kill", null);
        }
        process.kill();
        return gate;
    }

    private void finish(Supplier<Moment<T>> start, List<Crash> path) {
        Moment<T> moment = start.get();
        run(moment, path, Integer.MAX_VALUE);
        try {
            check.run(moment.host().start("check"), moment.around());
        } catch (IOException | RuntimeException | AssertionError failure) {
            throw failed(path, "the check fails", failure);
        }
    }

    private AssertionError failed(List<Crash> path, String what, @Nullable Throwable cause) {
        List<String> trace = new ArrayList<>();
        reach(path, trace);
        String crashes = String.join(" ", path.stream().map(Crash::toString).toList());
        return new AssertionError(
                "%s: %s%nreplay with -Dbelay.replay='%s'%n  %s"
                        .formatted(
                                what,
                                cause == null ? "" : cause,
                                crashes,
                                String.join(System.lineSeparator() + "  ", trace)),
                cause);
    }

    private static List<Crash> with(List<Crash> path, Crash last) {
        List<Crash> whole = new ArrayList<>(path);
        whole.add(last);
        return whole;
    }
}
