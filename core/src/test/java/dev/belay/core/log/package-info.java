/// Proofs of the append logs.
@NullMarked
package dev.belay.core.log;

import org.jspecify.annotations.NullMarked;
