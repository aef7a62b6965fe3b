@NullMarked
package dev.belay.staging.discovery;

import org.jspecify.annotations.NullMarked;
