/// The one door to the world: files, time, processes, randomness, waiting, and the network.
///
/// Guarantees that what lies above runs unchanged on a simulated world. Nothing that decides
/// belongs here: a port says what happened, and leaves what it means to its caller.
@NullMarked
package dev.belay.system;

import org.jspecify.annotations.NullMarked;
