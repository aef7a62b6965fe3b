/// What the run of a binding has in hand, and what it tells of itself.
///
/// Values and ports only: what is done with them is in the packages beside this one.
@NullMarked
package dev.belay.connector.custody;

import org.jspecify.annotations.NullMarked;
