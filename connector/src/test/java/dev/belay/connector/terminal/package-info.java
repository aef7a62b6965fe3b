@NullMarked
package dev.belay.connector.terminal;

import org.jspecify.annotations.NullMarked;
