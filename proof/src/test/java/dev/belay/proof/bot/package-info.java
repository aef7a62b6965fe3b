/// A real connector of a chat, killed again and again while people talk to it.
@NullMarked
package dev.belay.proof.bot;

import org.jspecify.annotations.NullMarked;
