/// What is done about a message: decisions, without time, disk, or channel.
///
/// Guarantees that every combination of facts has one answer, and that it is the same for a new
/// message and for one that a crash has interrupted. How a step is taken does not belong here.
@NullMarked
package dev.belay.connector.turn;

import org.jspecify.annotations.NullMarked;
