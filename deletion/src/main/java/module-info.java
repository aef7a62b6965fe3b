/// The fence around a computer while it is being deleted.
module dev.belay.deletion {
    requires static transitive org.jspecify;
    requires transitive dev.belay.core;

    exports dev.belay.deletion;
    exports dev.belay.deletion.provider;
    exports dev.belay.deletion.custody;
    exports dev.belay.deletion.journal;
}
