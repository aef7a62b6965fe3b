@NullMarked
package dev.belay.system.program;

import org.jspecify.annotations.NullMarked;
