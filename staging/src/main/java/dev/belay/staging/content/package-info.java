/// What a copy and its outputs hold, proved byte for byte.
///
/// Guarantees that a proof is of the content itself, whatever was recorded of it. What follows from
/// a proof does not belong here.
@NullMarked
package dev.belay.staging.content;

import org.jspecify.annotations.NullMarked;
