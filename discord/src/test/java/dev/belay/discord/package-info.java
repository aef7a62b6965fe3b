@NullMarked
package dev.belay.discord;

import org.jspecify.annotations.NullMarked;
