@NullMarked
package dev.belay.staging.artifact;

import org.jspecify.annotations.NullMarked;
