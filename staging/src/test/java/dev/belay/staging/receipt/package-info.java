@NullMarked
package dev.belay.staging.receipt;

import org.jspecify.annotations.NullMarked;
