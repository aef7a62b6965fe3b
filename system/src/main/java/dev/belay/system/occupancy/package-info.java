/// Which processes use a tree of files: the question, and the answer of this machine.
///
/// Guarantees that whoever cannot be looked into counts as one that does. What follows from it does
/// not belong here.
@NullMarked
package dev.belay.system.occupancy;

import org.jspecify.annotations.NullMarked;
