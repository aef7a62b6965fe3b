@NullMarked
package dev.belay.staging.freeze;

import org.jspecify.annotations.NullMarked;
