package dev.belay.app.cli;

/// Which Belay this is: the version of the parent `pom.xml`, as a constant because reading it from
/// a jar would cost each start milliseconds. A test compares the two.
final class Version {
    static final String TEXT = "0.1.0-SNAPSHOT";

    private Version() {}
}
