@NullMarked
package dev.belay.staging.recovery;

import org.jspecify.annotations.NullMarked;
