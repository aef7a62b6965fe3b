/// Figures, measured side by side with a yardstick and a peer.
module dev.belay.bench {
    requires static transitive org.jspecify;
    requires dev.belay.connector;
    requires dev.belay.deletion;
    requires dev.belay.sim;
    requires java.management;
}
