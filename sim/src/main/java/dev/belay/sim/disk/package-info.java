/// A file system in memory that tells apart what processes see and what a power cut leaves.
///
/// Guarantees to be at least as unkind as any disk we run on: its fault model is the comment of
/// `SimDisk`. Failing calls do not belong here, they are `FaultyDisk`'s.
@NullMarked
package dev.belay.sim.disk;

import org.jspecify.annotations.NullMarked;
