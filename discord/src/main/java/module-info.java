/// Discord as a channel: its gateway, on which messages come, and its REST, by which answers go.
module dev.belay.discord {
    requires static transitive org.jspecify;
    requires transitive dev.belay.connector;

    exports dev.belay.discord;
}
