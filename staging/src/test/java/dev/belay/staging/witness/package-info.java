@NullMarked
package dev.belay.staging.witness;

import org.jspecify.annotations.NullMarked;
