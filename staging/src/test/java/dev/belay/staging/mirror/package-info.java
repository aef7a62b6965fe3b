@NullMarked
package dev.belay.staging.mirror;

import org.jspecify.annotations.NullMarked;
