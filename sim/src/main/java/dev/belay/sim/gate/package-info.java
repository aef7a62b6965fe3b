/// What every simulated call of a port passes before it takes effect.
///
/// Guarantees that an explorer sees each call, can stop the process there, and can let another
/// process go first. What a call does is not decided here.
@NullMarked
package dev.belay.sim.gate;

import org.jspecify.annotations.NullMarked;
