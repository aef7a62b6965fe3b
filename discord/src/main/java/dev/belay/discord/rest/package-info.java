/// Discord's REST: one request at a time, each sent once.
///
/// Guarantees that Discord's limits are kept to as far as they are known, that nothing more is
/// asked once the token was refused, and that what is not known to have failed is never told as
/// failed.
@NullMarked
package dev.belay.discord.rest;

import org.jspecify.annotations.NullMarked;
