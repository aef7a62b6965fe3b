/// The chained record of every release of custody.
///
/// Guarantees that a line is durable before the release that it records begins, that no crash makes
/// the record look altered, and that an altered line or a missing end of acknowledged lines is
/// found and named. When to write a line belongs to whoever releases custody.
@NullMarked
package dev.belay.core.audit;

import org.jspecify.annotations.NullMarked;
