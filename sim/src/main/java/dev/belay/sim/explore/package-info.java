/// Runs production code in every way that a simulated machine may treat it, within a bound.
///
/// Guarantees that a failure names what replays it. What must hold is said by the tests.
@NullMarked
package dev.belay.sim.explore;

import org.jspecify.annotations.NullMarked;
