package dev.belay.bench;

import static dev.belay.system.OpenOption.APPEND;
import static dev.belay.system.OpenOption.CREATE;
import static dev.belay.system.OpenOption.WRITE;

import dev.belay.core.audit.AuditEvent;
import dev.belay.core.audit.AuditLog;
import dev.belay.core.json.JsonObject;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.World;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Where the time goes: of a cycle without other records, and of an append to the audit, each
/// beside its bare calls, by kind of call.
final class Profile {
    private static final int ROUNDS = 15;
    private static final int WARM_UP = 1_000;
    private static final int CYCLES = 20;
    private static final int APPENDS = 100;
    private static final int LINE_BYTES = 195;

    private final Ledger ours = new Ledger();
    private final Ledger bare = new Ledger();
    private final World world;
    private final Workspace workspace;

    Profile(World world, Workspace workspace) {
        this.world = world;
        this.workspace = workspace;
    }

    private interface Step {
        void run() throws IOException;
    }

    void print() throws IOException {
        World clocked = clocked(ours);
        World yardsticks = clocked(bare);
        try (Directory directory = yardsticks.disk().open(workspace.fresh(), "yardstick");
                Cycle cycle = new Cycle(clocked, workspace.withRecords(0))) {
            Yardstick yardstick = new Yardstick(directory, Workspace.bytes(1));
            int[] number = {0};
            compare("a cycle", CYCLES, () -> cycle.run(number[0]++), yardstick::cycle);
        }
        try (Directory directory = yardsticks.disk().open(workspace.fresh(), "yardstick");
                OpenFile file = directory.open("bare", 0600, WRITE, APPEND, CREATE);
                Directory audited = clocked.disk().open(workspace.fresh(), "audit")) {
            byte[] line = new byte[LINE_BYTES];
            Arrays.fill(line, (byte) 'x');
            AuditLog audit = new AuditLog(clocked, audited);
            JsonObject details = JsonObject.builder().build();
            AuditEvent event = new AuditEvent("bench.append", "bx_23456789", details);
            compare(
                    "an append to the audit",
                    APPENDS,
                    () -> audit.append(List.of(event)),
                    () -> {
                        file.write(line, 0, line.length, 0);
                        file.syncData();
                    });
        }
    }

    private World clocked(Ledger ledger) {
        return new World(
                (path, label) -> new Clocked(world.disk().open(path, label), ledger),
                world.processes(),
                world.clock(),
                world.randomness(),
                world.waiting());
    }

    private void compare(String what, int steps, Step mine, Step yardstick) throws IOException {
        time(WARM_UP, mine);
        time(WARM_UP, yardstick);
        ours.clear();
        bare.clear();
        double oursMicros = 0;
        double bareMicros = 0;
        for (int round = 0; round < ROUNDS; round++) {
            bareMicros += time(steps, yardstick);
            oursMicros += time(steps, mine);
        }
        int all = ROUNDS * steps;
        System.out.printf(
                "%s: %.0f us, its bare calls %.0f us%n", what, oursMicros / all, bareMicros / all);
        System.out.printf("%-18s %8s %10s %8s %10s%n", "", "calls", "us", "bare", "us");
        TreeSet<String> kinds = new TreeSet<>(ours.entries().keySet());
        kinds.addAll(bare.entries().keySet());
        for (String kind : kinds) {
            print(kind, all);
        }
        System.out.printf(
                "%-18s %8s %10.1f %8s %10.1f%n%n",
                "between the calls",
                "",
                (oursMicros - inCalls(ours.entries())) / all,
                "",
                (bareMicros - inCalls(bare.entries())) / all);
    }

    private void print(String kind, int steps) {
        Ledger.Entry none = new Ledger.Entry(0, 0);
        Ledger.Entry mine = ours.entries().getOrDefault(kind, none);
        Ledger.Entry yardstick = bare.entries().getOrDefault(kind, none);
        System.out.printf(
                "%-18s %8.2f %10.1f %8.2f %10.1f%n",
                kind,
                (double) mine.count() / steps,
                mine.nanoseconds() / 1e3 / steps,
                (double) yardstick.count() / steps,
                yardstick.nanoseconds() / 1e3 / steps);
    }

    private static double inCalls(Map<String, Ledger.Entry> entries) {
        return entries.values().stream().mapToLong(Ledger.Entry::nanoseconds).sum() / 1e3;
    }

    /// Microseconds of all steps.
    private static double time(int steps, Step step) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < steps; i++) {
            step.run();
        }
        return (System.nanoTime() - start) / 1e3;
    }
}
