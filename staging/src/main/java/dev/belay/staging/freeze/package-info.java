/// A sealed copy of a working tree, made in one pass of copying and hashing.
///
/// Guarantees that what is listed is what was copied, byte for byte and link for link; that a tree
/// which changed meanwhile is refused; and that no link is followed on either side. Who owns a
/// copy, and when it may go, does not belong here.
@NullMarked
package dev.belay.staging.freeze;

import org.jspecify.annotations.NullMarked;
