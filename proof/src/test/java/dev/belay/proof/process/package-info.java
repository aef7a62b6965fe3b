/// Real programs that are paused, interrupted, beside each other, in other namespaces and times.
///
/// Guarantees that what is found out of a program is found from outside: its files, what it said,
/// and what the provider was asked. What a simulated world can show better does not belong here.
@NullMarked
package dev.belay.proof.process;

import org.jspecify.annotations.NullMarked;
