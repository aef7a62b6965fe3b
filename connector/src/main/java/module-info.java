/// Chat messages in custody: each is written down, answered at most once, and accounted for.
module dev.belay.connector {
    requires static transitive org.jspecify;
    requires transitive dev.belay.core;

    exports dev.belay.connector;
    exports dev.belay.connector.binding;
    exports dev.belay.connector.channel;
    exports dev.belay.connector.custody;
    exports dev.belay.connector.delivery;
    exports dev.belay.connector.engine;
    exports dev.belay.connector.journal;
    exports dev.belay.connector.line;
    exports dev.belay.connector.ownership;
    exports dev.belay.connector.serve;
    exports dev.belay.connector.terminal;
    exports dev.belay.connector.turn;
}
