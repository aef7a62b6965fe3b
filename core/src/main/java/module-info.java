/// Durable files, logs, locks, and process identity: what custody is built from.
module dev.belay.core {
    requires static transitive org.jspecify;
    requires transitive dev.belay.system;

    exports dev.belay.core.audit;
    exports dev.belay.core.brake;
    exports dev.belay.core.error;
    exports dev.belay.core.file;
    exports dev.belay.core.identity;
    exports dev.belay.core.json;
    exports dev.belay.core.lock;
    exports dev.belay.core.lock.directory;
    exports dev.belay.core.log;
}
