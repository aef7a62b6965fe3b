@NullMarked
package dev.belay.staging.source;

import org.jspecify.annotations.NullMarked;
