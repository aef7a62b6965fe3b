/// The fake provider is asked over real sockets, as its users will ask it.
@NullMarked
package dev.belay.simulators;

import org.jspecify.annotations.NullMarked;
