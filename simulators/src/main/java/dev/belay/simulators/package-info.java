/// A provider of cloud computers on this machine, for trying out and for tests.
///
/// Speaks the provider's protocol over real sockets, and fails in the ways it is told to. It knows
/// nothing of Belay's own records.
@NullMarked
package dev.belay.simulators;

import org.jspecify.annotations.NullMarked;
