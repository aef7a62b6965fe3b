/// Real runs in sealed copies of a real repository, killed.
@NullMarked
package dev.belay.proof.staging;

import org.jspecify.annotations.NullMarked;
