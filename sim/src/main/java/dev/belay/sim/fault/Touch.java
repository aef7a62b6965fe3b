package dev.belay.sim.fault;

/// What a call of the disk does, as far as it decides in which ways the call may fail.
enum Touch {
    OPEN,
    CREATE,
    LOOK,
    READ,
    WRITE,
    TRUNCATE,
    SYNC,
    LOCK,
    CHANGE_NAMES,
    REMOVE_NAME,
    CHANGE_STATUS
}
