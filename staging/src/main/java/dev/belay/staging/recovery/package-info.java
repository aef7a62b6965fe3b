/// Removing stagings that their owners left behind, once it is proved that nothing is lost.
///
/// Guarantees that a proof is of the content itself, whatever was recorded of it, and that nothing
/// goes that changed since. Locks do not belong here.
@NullMarked
package dev.belay.staging.recovery;

import org.jspecify.annotations.NullMarked;
