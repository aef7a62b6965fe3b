/// The program `belay`: commands, configuration, and the wiring of the rest.
module dev.belay.app {
    requires static transitive org.jspecify;
    requires dev.belay.connector;
    requires dev.belay.deletion;
    requires dev.belay.discord;
    requires dev.belay.simulators;
    requires dev.belay.staging;
    requires info.picocli;
    requires jdk.httpserver;
    requires org.snakeyaml.engine;
}
