/// `belay status` and `belay explain`: what is in custody, why, and what would release it.
///
/// Guarantees that looking makes nothing, takes no lock, and works on a disk that cannot be
/// written.
@NullMarked
package dev.belay.app.cli.custody;

import org.jspecify.annotations.NullMarked;
