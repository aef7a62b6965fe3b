/// Looking through all stagings, a page at a time, for those that may go.
///
/// Guarantees that looking changes nothing but a hint of where to go on. Nothing that is found here
/// authorizes a removal.
@NullMarked
package dev.belay.staging.discovery;

import org.jspecify.annotations.NullMarked;
