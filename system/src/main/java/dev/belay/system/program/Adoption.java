package dev.belay.system.program;

import dev.belay.system.service.Signals.Signal;

/// What the kernel says of the processes that this one has started, at whatever distance.
///
/// A process whose parent ends is given another. From [#begin] on that is this process, so that
/// whoever was started by it, by its children, and so on is always below it, whatever session,
/// group, or environment it has given itself.
public interface Adoption {
    /// How many children this process has.
    enum Children {
        /// Not one, dead or alive. Since every process below this one has its way up through a
        /// child, nobody is below it at all.
        NONE,
        SOME,
        /// The kernel cannot be asked.
        UNKNOWN
    }

    /// Takes in whoever loses its parent from now on.
    ///
    /// @return false where the kernel does not do that
    boolean begin();

    Children children();

    /// Forgets a child that has ended. Does nothing to one that is alive, or is no child.
    void reap(long pid);

    /// Sends a signal to every process of a group, named by its leader.
    ///
    /// @return false when there is no such group
    boolean signalGroup(long leader, Signal signal);

    /// A kernel that does not do that.
    static Adoption none() {
        return new Adoption() {
            @Override
            public boolean begin() {
                return false;
            }

            @Override
            public Children children() {
                return Children.UNKNOWN;
            }

            @Override
            public void reap(long pid) {}

            @Override
            public boolean signalGroup(long leader, Signal signal) {
                return false;
            }
        };
    }
}
