@NullMarked
package dev.belay.discord.limit;

import org.jspecify.annotations.NullMarked;
