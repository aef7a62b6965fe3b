@NullMarked
package dev.belay.sim.disk;

import org.jspecify.annotations.NullMarked;
