package dev.belay.sim.explore;

import dev.belay.sim.SimProcess;
import dev.belay.system.Directory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Where at most one process may be at a time.
final class Section {
    private static final Path DATA = Path.of("/data");
    static final Invariant EXCLUSION = new Invariant("never two inside");

    private final List<String> inside = new ArrayList<>();
    private final List<String> entered = new ArrayList<>();

    /// Is inside for one call.
    void visit(SimProcess process) {
        inside.add(process.name());
        try {
            entered.add(process.name());
            EXCLUSION.check(inside.size() == 1, inside::toString);
            process.call("work", "", () -> "");
        } finally {
            inside.remove(process.name());
        }
    }

    boolean wasEnteredBy(String name) {
        return entered.contains(name);
    }

    @Override
    public String toString() {
        return inside + " " + entered;
    }

    /// So many processes `a`, `b`, … that run the same, in a directory with a gate and a counter.
    static Scheduler<Section> processes(int count, Program<Section> program) throws IOException {
        Scheduler<Section> scheduler =
                Scheduler.with(Section::new, Section::toString)
                        .prepare(host -> {
                            Directory data = host.disk().makeDirectories(DATA);
                            SmallFile.create(data, "gate", "", true);
                            SmallFile.create(data, "counter", "0", true);
                        });
        for (int i = 0; i < count; i++) {
            scheduler.process(String.valueOf((char) ('a' + i)), program);
        }
        return scheduler;
    }

    static Directory data(SimProcess process) throws IOException {
        return process.world().disk().open(DATA, "data");
    }
}
