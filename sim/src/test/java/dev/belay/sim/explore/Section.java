package dev.belay.sim.explore;

import dev.belay.sim.SimProcess;
import java.util.ArrayList;
import java.util.List;

/// Where at most one process may be at a time.
final class Section {
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
}
