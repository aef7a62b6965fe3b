/// Which addresses may be given the bot's token.
@NullMarked
package dev.belay.discord.address;

import org.jspecify.annotations.NullMarked;
