/// The fence around a computer while it is being deleted.
///
/// Guarantees that no DELETE is sent without a durable record, and that no record leaves without
/// proof. What a provider's wire format looks like does not belong here.
@NullMarked
package dev.belay.deletion;

import org.jspecify.annotations.NullMarked;
