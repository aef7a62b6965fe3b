@NullMarked
package dev.belay.core.lock.record;

import org.jspecify.annotations.NullMarked;
