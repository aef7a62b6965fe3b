@NullMarked
package dev.belay.staging.content;

import org.jspecify.annotations.NullMarked;
