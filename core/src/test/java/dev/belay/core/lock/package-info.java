@NullMarked
package dev.belay.core.lock;

import org.jspecify.annotations.NullMarked;
