@NullMarked
package dev.belay.app.cli.staging;

import org.jspecify.annotations.NullMarked;
