/// Carries deletions out, and follows them to proof.
///
/// Guarantees that a DELETE is sent only for a durable record, at most once for each time somebody
/// asked, and never for an operation that is under way. How records are kept does not belong here.
@NullMarked
package dev.belay.deletion.custody;

import org.jspecify.annotations.NullMarked;
