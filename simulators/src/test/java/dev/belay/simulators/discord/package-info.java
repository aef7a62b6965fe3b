@NullMarked
package dev.belay.simulators.discord;

import org.jspecify.annotations.NullMarked;
