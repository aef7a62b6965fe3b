/// Sealed copies of a working tree, which go only when it is proved that nothing is lost with them.
module dev.belay.staging {
    requires static transitive org.jspecify;
    requires transitive dev.belay.core;

    exports dev.belay.staging.artifact;
    exports dev.belay.staging.claims;
    exports dev.belay.staging.content;
    exports dev.belay.staging.custody;
    exports dev.belay.staging.discovery;
    exports dev.belay.staging.freeze;
    exports dev.belay.staging.git;
    exports dev.belay.staging.life;
    exports dev.belay.staging.manifest;
    exports dev.belay.staging.mirror;
    exports dev.belay.staging.receipt;
    exports dev.belay.staging.recovery;
    exports dev.belay.staging.removal;
    exports dev.belay.staging.run;
    exports dev.belay.staging.schema;
    exports dev.belay.staging.seal;
    exports dev.belay.staging.source;
    exports dev.belay.staging.tree;
    exports dev.belay.staging.usage;
    exports dev.belay.staging.warm;
    exports dev.belay.staging.witness;
}
