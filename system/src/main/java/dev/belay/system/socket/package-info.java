/// Connections on which text goes both ways, and the JDK's way to make them.
///
/// A package of its own, so that nothing of it is loaded by whoever has no such connection.
@NullMarked
package dev.belay.system.socket;

import org.jspecify.annotations.NullMarked;
