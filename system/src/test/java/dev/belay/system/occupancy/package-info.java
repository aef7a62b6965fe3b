@NullMarked
package dev.belay.system.occupancy;

import org.jspecify.annotations.NullMarked;
