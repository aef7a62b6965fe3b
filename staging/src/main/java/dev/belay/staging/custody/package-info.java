/// A staging in the hands of the one recovery that may touch it.
///
/// Guarantees that one process at a time recovers or removes it, beside the Node program, and that
/// nothing is removed before it was out of everybody's reach. What must be proved for that does not
/// belong here.
@NullMarked
package dev.belay.staging.custody;

import org.jspecify.annotations.NullMarked;
