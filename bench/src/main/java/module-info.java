/// Figures, measured side by side with a yardstick and a peer.
@SuppressWarnings("requires-automatic") // RocksDB is no module.
module dev.belay.bench {
    requires static transitive org.jspecify;
    requires dev.belay.connector;
    requires dev.belay.deletion;
    requires dev.belay.sim;
    requires dev.belay.simulators;
    requires dev.belay.staging;
    requires java.management;
    requires java.sql;
    requires jdk.httpserver;
    requires rocksdbjni;
}
