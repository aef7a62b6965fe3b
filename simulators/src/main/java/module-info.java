/// Real local servers that stand in for the providers, with scripted faults.
module dev.belay.simulators {
    requires static transitive org.jspecify;
    requires transitive dev.belay.core;
    requires jdk.httpserver;

    exports dev.belay.simulators;
    exports dev.belay.simulators.discord;
    exports dev.belay.simulators.fault;
}
