@NullMarked
package dev.belay.system.socket;

import org.jspecify.annotations.NullMarked;
