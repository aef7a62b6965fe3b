/// Proof that a Git repository of its own holds what a staging was copied from.
///
/// Guarantees that what is called held was read from objects whose bytes hash to their names, in a
/// store that borrows nothing and lies outside the copy. Whether the rest of a staging may go, and
/// its removal, do not belong here.
@NullMarked
package dev.belay.staging.witness;

import org.jspecify.annotations.NullMarked;
