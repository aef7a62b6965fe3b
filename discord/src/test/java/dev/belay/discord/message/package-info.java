@NullMarked
package dev.belay.discord.message;

import org.jspecify.annotations.NullMarked;
