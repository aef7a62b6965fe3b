@NullMarked
package dev.belay.sim;

import org.jspecify.annotations.NullMarked;
