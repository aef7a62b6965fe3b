/// The run of a binding as a service: claimed, made of its settings, watched, counted, reloaded,
/// and ended in order.
///
/// Guarantees that nothing is asked or sent but under the lock of the binding. The way of a message
/// does not belong here.
@NullMarked
package dev.belay.app.serving;

import org.jspecify.annotations.NullMarked;
