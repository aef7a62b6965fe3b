/// Chat messages in custody between a channel and an engine that answers.
///
/// Guarantees that an accepted message is answered at most once, and accounted for. Values that all
/// of the connector speaks of are here; how files, turns, and deliveries work is below.
@NullMarked
package dev.belay.connector;

import org.jspecify.annotations.NullMarked;
