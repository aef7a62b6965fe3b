/// The contracts of the ports, which each implementation of one must pass.
@NullMarked
package dev.belay.system;

import org.jspecify.annotations.NullMarked;
