@NullMarked
package dev.belay.proof.connector;

import org.jspecify.annotations.NullMarked;
