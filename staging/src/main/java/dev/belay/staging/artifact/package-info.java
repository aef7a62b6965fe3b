/// What is known of the outputs of a command that were brought into safety.
///
/// Guarantees that evidence names only files below the two places of outputs, each once. Copying
/// and comparing them does not belong here.
@NullMarked
package dev.belay.staging.artifact;

import org.jspecify.annotations.NullMarked;
