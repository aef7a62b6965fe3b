@NullMarked
package dev.belay.staging.claims;

import org.jspecify.annotations.NullMarked;
