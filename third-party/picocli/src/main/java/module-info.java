/// picocli under the module name of its own jar. Only what a programmatic command line needs is required.
module info.picocli {
    exports picocli;
}
