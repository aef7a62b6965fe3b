@NullMarked
package dev.belay.app.serving;

import org.jspecify.annotations.NullMarked;
