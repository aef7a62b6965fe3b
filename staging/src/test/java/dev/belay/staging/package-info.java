@NullMarked
package dev.belay.staging;

import org.jspecify.annotations.NullMarked;
