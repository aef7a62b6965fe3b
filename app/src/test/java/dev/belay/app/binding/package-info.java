@NullMarked
package dev.belay.app.binding;

import org.jspecify.annotations.NullMarked;
