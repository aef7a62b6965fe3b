/// How the stand-ins send and receive: HTTP answers with faults, and the server's end of
/// WebSockets.
@NullMarked
package dev.belay.simulators.wire;

import org.jspecify.annotations.NullMarked;
