/// A simulated machine: processes that share a disk and a clock, and die when told to.
///
/// Guarantees that nothing happens on it but by a call, and the same calls give the same results.
/// What explores it is in `explore`.
@NullMarked
package dev.belay.sim;

import org.jspecify.annotations.NullMarked;
