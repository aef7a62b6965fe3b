/// The data root: the directory under which Belay keeps everything.
///
/// Guarantees that a root of a newer format is refused before anything in it is read. What
/// subsystems keep in it does not belong here.
@NullMarked
package dev.belay.app.root;

import org.jspecify.annotations.NullMarked;
