/// Proofs of the brake.
@NullMarked
package dev.belay.core.brake;

import org.jspecify.annotations.NullMarked;
