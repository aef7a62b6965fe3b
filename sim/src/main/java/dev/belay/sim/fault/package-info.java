/// A disk whose calls fail when told to, around any other disk, real or simulated.
///
/// Guarantees that a failed call has had no effect, save for what the comment of `FaultyDisk` says.
@NullMarked
package dev.belay.sim.fault;

import org.jspecify.annotations.NullMarked;
