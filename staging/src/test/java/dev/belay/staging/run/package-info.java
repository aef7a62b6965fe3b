@NullMarked
package dev.belay.staging.run;

import org.jspecify.annotations.NullMarked;
