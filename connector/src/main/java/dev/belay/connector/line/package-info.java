/// The lines of a binding's journal, as values: what each file holds, and what a reader makes of
/// it.
///
/// Guarantees that a line made here is one that the Node program reads. How lines come to the disk
/// does not belong here.
@NullMarked
package dev.belay.connector.line;

import org.jspecify.annotations.NullMarked;
