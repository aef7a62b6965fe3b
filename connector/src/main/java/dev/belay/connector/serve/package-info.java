/// The run of a binding: who does what when.
///
/// Guarantees the order of messages in each channel, bounds on all that waits, and an end without
/// loose threads. What is done about one message or one part does not belong here.
@NullMarked
package dev.belay.connector.serve;

import org.jspecify.annotations.NullMarked;
