/// The gateway: one connection at a time, on which events come.
///
/// Guarantees that the sequence number that a connection resumes from never passes an event that
/// was not taken. [dev.belay.discord.gateway.Linking], [dev.belay.discord.gateway.Reconnecting],
/// and [dev.belay.discord.gateway.Starting] decide; the rest reads, sends, and waits. What an event
/// says does not belong here.
@NullMarked
package dev.belay.discord.gateway;

import org.jspecify.annotations.NullMarked;
