@NullMarked
package dev.belay.discord.gateway;

import org.jspecify.annotations.NullMarked;
