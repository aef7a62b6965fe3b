package dev.belay.sim.stage;

/// One thing that may happen next.
///
/// @param preemptions how many it costs
record Option(Kind kind, Fiber target, int preemptions) {
    enum Kind {
        CONTINUE,
        SWITCH,
        /// The others stand still until the target's wait is over.
        PASS_TIME,
        KILL,
        /// A kill, and a stranger has the number at once.
        REUSE,
        /// The machine loses power.
        CUT
    }

    static Option of(Kind kind, Fiber target) {
        return new Option(kind, target, 0);
    }

    @Override
    public String toString() {
        String name = target.process().name();
        return switch (kind) {
            case CONTINUE -> name + " goes on";
            case SWITCH -> "switch to " + name;
            case PASS_TIME -> "time passes for " + name;
            case KILL -> "kill " + name;
            case REUSE -> "kill " + name + ", whose number a stranger takes";
            case CUT -> "power cut";
        };
    }
}
