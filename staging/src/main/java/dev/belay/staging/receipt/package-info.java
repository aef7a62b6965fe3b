/// The receipt of a staging: who made it, how far it is, and what may prove that it can go.
///
/// Guarantees that a receipt which is read or written is one that every reader takes. What follows
/// from a receipt is decided elsewhere.
@NullMarked
package dev.belay.staging.receipt;

import org.jspecify.annotations.NullMarked;
