/// The outside world as interfaces, and the real one behind them.
module dev.belay.system {
    requires static transitive org.jspecify;
    requires java.net.http;
    requires jdk.unsupported;

    exports dev.belay.system;
    exports dev.belay.system.local;
    exports dev.belay.system.occupancy;
    exports dev.belay.system.socket;
    exports dev.belay.system.program;
    exports dev.belay.system.service;
}
