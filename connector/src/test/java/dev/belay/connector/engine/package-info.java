@NullMarked
package dev.belay.connector.engine;

import org.jspecify.annotations.NullMarked;
