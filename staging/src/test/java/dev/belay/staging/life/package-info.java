@NullMarked
package dev.belay.staging.life;

import org.jspecify.annotations.NullMarked;
