/// Discord as a [dev.belay.connector.channel.Channel], by a client of our own.
///
/// Guarantees that a message counts as received by Discord only once the listener has it, that no
/// request is repeated here, and that no session is begun that is not counted. What a message means
/// does not belong here.
@NullMarked
package dev.belay.discord;

import org.jspecify.annotations.NullMarked;
