/// How an answer gets to the channel: parts, their nonces, and what is done about one that may be
/// out.
///
/// Guarantees that a part has the same nonce after any crash, and is never sent again where the
/// channel could not tell that it has it already.
@NullMarked
package dev.belay.connector.delivery;

import org.jspecify.annotations.NullMarked;
