@NullMarked
package dev.belay.proof.engine;

import org.jspecify.annotations.NullMarked;
