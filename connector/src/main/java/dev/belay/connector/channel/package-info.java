/// Where messages come from and answers go to.
///
/// A [dev.belay.connector.channel.Channel] is what others may add: it knows a network, and nothing
/// of journals, ceilings, or brakes.
@NullMarked
package dev.belay.connector.channel;

import org.jspecify.annotations.NullMarked;
