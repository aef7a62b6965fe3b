@NullMarked
package dev.belay.sim.explore;

import org.jspecify.annotations.NullMarked;
