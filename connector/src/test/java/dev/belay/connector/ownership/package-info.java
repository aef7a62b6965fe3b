@NullMarked
package dev.belay.connector.ownership;

import org.jspecify.annotations.NullMarked;
