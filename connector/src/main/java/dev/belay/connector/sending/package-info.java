/// The way of one part of an answer: intent, channel, settlement, and what is done when a crash
/// came between.
///
/// Guarantees that nothing is sent whose intent is not durable, and that what is settled stays so.
@NullMarked
package dev.belay.connector.sending;

import org.jspecify.annotations.NullMarked;
