@NullMarked
package dev.belay.core.identity;

import org.jspecify.annotations.NullMarked;
