/// Strict reading of the JSON files of a staging.
///
/// Guarantees that a member which is unknown, missing, or of another kind is refused. What the
/// files mean belongs to the packages that read them.
@NullMarked
package dev.belay.staging.schema;

import org.jspecify.annotations.NullMarked;
