package dev.belay.system;

import java.util.Optional;

/// Which processes exist, as far as this one may know.
///
/// Facts only: what a fact proves is decided in `dev.belay.core.identity`.
public interface Processes {
    /// The inode of the initial PID namespace, a constant of the Linux kernel
    /// (`PROC_PID_INIT_INO`).
    String INITIAL_NAMESPACE = "4026531836";

    /// What signal 0 tells of a number.
    enum Presence {
        /// A process has the number; it may be a zombie, or one that we may not signal.
        PRESENT,
        /// No process has the number (`ESRCH`).
        ABSENT,
        /// The question could not be asked.
        UNKNOWN
    }

    /// What `/proc/<pid>/stat` says of a process.
    ///
    /// @param start field 22, clock ticks since boot, in decimal; empty in a time namespace that
    ///   shifts it, since others know the process by another
    /// @param state field 3, for example `R`, or `Z` for a zombie
    record Stat(String start, char state) {}

    /// What asking a process for something came to.
    enum Request {
        /// It has been sent the signal.
        SENT,
        /// There is no such process any more.
        GONE,
        /// Another process has the number by now; nothing was sent.
        REUSED,
        /// It may not be signalled by us, or not be told apart from another.
        DENIED
    }

    /// The number of this process in its own PID namespace.
    long ownPid();

    /// The effective user id of this process, which owns what it creates.
    long ownUser();

    /// Asks with signal 0, which does nothing to the process. `pid` is positive.
    Presence presence(long pid);

    /// Empty where there is no such process, or where it cannot be read (`hidepid`).
    Optional<Stat> stat(long pid);

    /// Sends SIGTERM to the process with the number `pid` and the start `start`, and to no other
    /// one whatever becomes of its number meanwhile.
    Request terminate(long pid, String start);

    /// Like [#terminate], but sends SIGHUP, which asks a service to read its settings again.
    Request hangUp(long pid, String start);

    /// The id of this boot, a lower-case UUID; empty where it cannot be read.
    Optional<String> bootId();

    /// The inode of this process's PID namespace, in decimal; empty where it cannot be read or
    /// where the system has none.
    Optional<String> pidNamespace();
}
