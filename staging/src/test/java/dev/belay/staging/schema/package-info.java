@NullMarked
package dev.belay.staging.schema;

import org.jspecify.annotations.NullMarked;
