/// A disk whose calls fail when told to, around any other disk, real or simulated.
///
/// Beside it, directories and files to be altered in one thing, for tests of what that breaks.
///
/// Guarantees that a failed call has had no effect, save for what the comment of `FaultyDisk` says.
@NullMarked
package dev.belay.sim.fault;

import org.jspecify.annotations.NullMarked;
