/// Why the content of a copy may go in which a command ran.
///
/// Guarantees that every file that was copied is held elsewhere, byte for byte, by a Git ref or by
/// the working tree that it came from, and that what the command made goes only where that was
/// said. When a recovery asks, and what else it proves, does not belong here.
@NullMarked
package dev.belay.staging.source;

import org.jspecify.annotations.NullMarked;
