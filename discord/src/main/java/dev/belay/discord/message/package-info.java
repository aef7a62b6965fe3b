/// What Discord's objects say, in the words of the connector. Total: nothing in them can fail it.
@NullMarked
package dev.belay.discord.message;

import org.jspecify.annotations.NullMarked;
