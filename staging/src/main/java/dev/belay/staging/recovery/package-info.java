/// What must be proved before a staging goes that its owner left behind.
///
/// Guarantees that a proof is of the content itself, whatever was recorded of it. Which proofs are
/// needed, and the removal, do not belong here.
@NullMarked
package dev.belay.staging.recovery;

import org.jspecify.annotations.NullMarked;
