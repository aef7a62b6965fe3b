/// A Discord on this machine: REST, a gateway, and whatever goes wrong with them.
///
/// Guarantees that every message that is created is kept and counted, whatever becomes of the
/// answers. What a bot should do does not belong here.
@NullMarked
package dev.belay.simulators.discord;

import org.jspecify.annotations.NullMarked;
