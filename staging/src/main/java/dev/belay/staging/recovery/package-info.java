/// Ending the custody of a staging that its owner left behind, with proof and not otherwise.
///
/// Guarantees that of two recoveries one goes on. What is proved by whom does not belong here.
@NullMarked
package dev.belay.staging.recovery;

import org.jspecify.annotations.NullMarked;
