package dev.belay.sim.explore;

import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import dev.belay.sim.disk.Survivors;
import dev.belay.sim.fault.Fault;
import dev.belay.sim.fault.FaultyDisk;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Runs an operation with each of its calls of the disk failing in turn, in each way.
///
/// Each fault comes once, at the n-th call that it can hit, and then again at that call and all
/// later ones, for n from 1 on until a run gets through without it. The operation may succeed or
/// fail with an [IOException]. Then the process ends, the restart runs without faults, and the
/// check: on the disk as it is, and on each state that a power cut at that moment may leave, since
/// a sync whose failure was overlooked shows only there.
///
/// A failure names the fault. With the system property `belay.replay` set to it, [#explore] runs it
/// alone.
///
/// @param <T> what outlives the machine, such as a provider
public final class FaultExplorer<T> {
    private static final Pattern TEXT =
            Pattern.compile("([A-Z]+) (once at|from) call (\\d+)(?:, cut (\\d+))?");

    private final Supplier<T> surroundings;

    /// All that come and go. What a file system never has is for tests of its own.
    private final Set<Fault> faults = EnumSet.complementOf(EnumSet.of(Fault.EOPNOTSUPP));

    private SimHost prepared = new SimHost();
    private Program<T> operation = (_, _) -> {};
    private Program<T> restart = (_, _) -> {};
    private Program<T> check = (_, _) -> {};
    private long states;
    private long runs;
    private long calls;

    /// What goes wrong in one run.
    ///
    /// @param cut the survivors of a power cut after it; -1 for none
    private record Mishap(Fault fault, boolean isLasting, int call, int cut) {
        static Mishap parse(String text) {
            Matcher matcher = TEXT.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("not a fault: " + text);
            }
            String cut = matcher.group(4);
            return new Mishap(
                    Fault.valueOf(matcher.group(1)),
                    matcher.group(2).equals("from"),
                    Integer.parseInt(matcher.group(3)),
                    cut == null ? -1 : Integer.parseInt(cut));
        }

        Mishap withCut(int choice) {
            return new Mishap(fault, isLasting, call, choice);
        }

        @Override
        public String toString() {
            String when = isLasting ? " from call " : " once at call ";
            return fault + when + call + (cut < 0 ? "" : ", cut " + cut);
        }
    }

    /// What an operation has left behind.
    private record Remains<T>(SimHost host, T around, FaultyDisk disk) {}

    private FaultExplorer(Supplier<T> surroundings) {
        this.surroundings = surroundings;
    }

    /// Of code that acts on what `surroundings` makes anew for each run.
    public static <T> FaultExplorer<T> with(Supplier<T> surroundings) {
        return new FaultExplorer<>(surroundings);
    }

    /// The state, made durable, in which the operation begins.
    public FaultExplorer<T> prepare(Preparation preparation) throws IOException {
        SimHost host = new SimHost();
        preparation.of(host);
        host.disk().settle();
        prepared = host;
        return this;
    }

    /// What may fail at any call.
    public FaultExplorer<T> run(Program<T> program) {
        operation = program;
        return this;
    }

    /// What goes on after the failure, and must then succeed.
    public FaultExplorer<T> restart(Program<T> program) {
        restart = program;
        return this;
    }

    /// What must hold after the restart; it fails by throwing.
    public FaultExplorer<T> check(Program<T> program) {
        check = program;
        return this;
    }

    /// Leaves a fault out, where the operation rightly cannot go on after it.
    public FaultExplorer<T> without(Fault fault) {
        faults.remove(fault);
        return this;
    }

    /// Explores every fault.
    ///
    /// @throws AssertionError when a restart fails, or what must hold does not
    public Explored explore() {
        String replay = System.getProperty("belay.replay");
        if (replay != null) {
            replay(replay);
            return new Explored(0, runs, calls);
        }
        for (Fault fault : faults) {
            explore(fault, false);
            // What is interrupted goes on at some time.
            if (fault != Fault.EINTR) {
                explore(fault, true);
            }
        }
        return new Explored(states, runs, calls);
    }

    /// Runs one fault, as a failure has named it.
    public void replay(String text) {
        goOn(Mishap.parse(text));
    }

    private void explore(Fault fault, boolean isLasting) {
        boolean hasFailed = true;
        for (int call = 1; hasFailed; call++) {
            Mishap mishap = new Mishap(fault, isLasting, call, -1);
            Remains<T> remains = run(mishap);
            hasFailed = remains.disk().hasFailed();
            goOn(mishap);
            Survivors survivors = remains.host().disk().survivors();
            Set<Long> seen = new HashSet<>();
            for (int cut = 0; cut < survivors.count(); cut++) {
                if (seen.add(survivors.disk(cut, prepared.clock()).fingerprint())) {
                    goOn(mishap.withCut(cut));
                }
            }
        }
    }

    /// Runs the operation until it ends, or fails in a way that is allowed.
    private Remains<T> run(Mishap mishap) {
        SimHost host = prepared.afterKill();
        SimProcess process = host.start("operation");
        FaultyDisk disk =
                mishap.isLasting()
                        ? FaultyDisk.failingFrom(
                                process.world().disk(), mishap.fault(), mishap.call())
                        : FaultyDisk.failingOnce(
                                process.world().disk(), mishap.fault(), mishap.call());
        process.wrapDisk(_ -> disk);
        T around = surroundings.get();
        runs++;
        try {
            operation.run(process, around);
        } catch (IOException expected) {
            // To fail is allowed, as long as it is said.
        } catch (RuntimeException | AssertionError failure) {
            throw failed(mishap, disk, "the operation fails", failure);
        }
        calls += disk.calls();
        process.kill();
        return new Remains<>(host, around, disk);
    }

    private void goOn(Mishap mishap) {
        Remains<T> remains = run(mishap);
        states++;
        SimHost host =
                mishap.cut() < 0
                        ? remains.host().afterKill()
                        : remains.host().afterCut(remains.host().disk().survivors(), mishap.cut());
        try {
            runs++;
            restart.run(host.start("restart"), remains.around());
            check.run(host.start("check"), remains.around());
        } catch (IOException | RuntimeException | AssertionError failure) {
            throw failed(mishap, remains.disk(), "what comes after fails", failure);
        }
    }

    private static AssertionError failed(
            Mishap mishap, FaultyDisk disk, String what, Throwable cause) {
        return new AssertionError(
                "%s: %s%n%s hit: %s%nreplay with -Dbelay.replay='%s'"
                        .formatted(what, cause, mishap.fault(), disk.hit(), mishap),
                cause);
    }
}
