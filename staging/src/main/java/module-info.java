/// Sealed copies of a working tree, which go only when it is proved that nothing is lost with them.
module dev.belay.staging {
    requires static transitive org.jspecify;
    requires transitive dev.belay.core;

    exports dev.belay.staging.freeze;
    exports dev.belay.staging.git;
    exports dev.belay.staging.manifest;
    exports dev.belay.staging.schema;
}
