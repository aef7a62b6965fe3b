/// The simulated world, in which production code runs unchanged and everything may go wrong.
module dev.belay.sim {
    requires static transitive org.jspecify;
    requires transitive dev.belay.system;

    exports dev.belay.sim;
    exports dev.belay.sim.disk;
    exports dev.belay.sim.explore;
    exports dev.belay.sim.fault;
    exports dev.belay.sim.gate;
}
