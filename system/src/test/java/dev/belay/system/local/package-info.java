@NullMarked
package dev.belay.system.local;

import org.jspecify.annotations.NullMarked;
