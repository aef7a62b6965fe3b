@NullMarked
package dev.belay.staging.git;

import org.jspecify.annotations.NullMarked;
