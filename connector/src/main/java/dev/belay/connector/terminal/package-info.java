/// A channel of one person: what is typed is a message, and an answer is written below it.
///
/// Guarantees what every other channel does, so that everything can be tried without a network.
@NullMarked
package dev.belay.connector.terminal;

import org.jspecify.annotations.NullMarked;
