@NullMarked
package dev.belay.staging.removal;

import org.jspecify.annotations.NullMarked;
