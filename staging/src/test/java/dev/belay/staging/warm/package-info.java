@NullMarked
package dev.belay.staging.warm;

import org.jspecify.annotations.NullMarked;
