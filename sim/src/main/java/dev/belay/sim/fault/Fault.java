package dev.belay.sim.fault;

import dev.belay.system.Errno;

/// A way in which calls of the disk fail.
public enum Fault {
    /// The disk is full. Removing a name and cutting a file still work.
    ENOSPC(Errno.ENOSPC),
    EIO(Errno.EIO),
    /// The file system became read-only, as ext4 does after an error.
    EROFS(Errno.EROFS),
    EMFILE(Errno.EMFILE),
    EACCES(Errno.EACCES),
    EINTR(Errno.EINTR),
    /// The file system has no syncs and no kernel locks, as some network file systems.
    EOPNOTSUPP(Errno.EOPNOTSUPP),
    /// No error: a read or write handles only half of the bytes, one at least.
    SHORT(Errno.EIO);

    private final Errno errno;

    Fault(Errno errno) {
        this.errno = errno;
    }

    Errno errno() {
        return errno;
    }

    /// Whether a call that does this can fail so.
    boolean canHit(Touch touch) {
        return switch (this) {
            case ENOSPC ->
                    switch (touch) {
                        case CREATE, WRITE, SYNC, CHANGE_NAMES -> true;
                        default -> false;
                    };
            case EIO -> touch != Touch.LOCK;
            case EROFS ->
                    switch (touch) {
                        case OPEN, LOOK, READ, LOCK -> false;
                        default -> true;
                    };
            case EMFILE -> touch == Touch.OPEN || touch == Touch.CREATE;
            case EACCES ->
                    switch (touch) {
                        case OPEN, CREATE, LOOK, CHANGE_NAMES, REMOVE_NAME, CHANGE_STATUS -> true;
                        default -> false;
                    };
            case EINTR ->
                    switch (touch) {
                        case OPEN, CREATE, READ, WRITE, SYNC, LOCK -> true;
                        default -> false;
                    };
            case EOPNOTSUPP -> touch == Touch.SYNC || touch == Touch.LOCK;
            case SHORT -> touch == Touch.READ || touch == Touch.WRITE;
        };
    }
}
