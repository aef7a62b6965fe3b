/// Whether anybody's lease still refers to a copy, by the word of the lease tool.
///
/// Guarantees that only a complete, well-formed answer about the recorded place of claims ever says
/// that there is none. What a recovery does with the answer does not belong here.
@NullMarked
package dev.belay.staging.claims;

import org.jspecify.annotations.NullMarked;
