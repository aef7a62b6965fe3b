@NullMarked
package dev.belay.staging.manifest;

import org.jspecify.annotations.NullMarked;
