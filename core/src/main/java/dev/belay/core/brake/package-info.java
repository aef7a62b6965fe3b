/// The operator's brake: a file `STOP`, before which nothing new begins.
///
/// Guarantees that setting it needs no lock and no free space, and that nothing removes a STOP that
/// the operator has not seen. What a STOP stops is decided by whoever asks for it.
@NullMarked
package dev.belay.core.brake;

import org.jspecify.annotations.NullMarked;
