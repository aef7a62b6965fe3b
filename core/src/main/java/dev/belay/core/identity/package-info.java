/// Which process an owner record names, and what may be known of it.
///
/// Guarantees that a verdict which releases anything rests on a positive fact: no process has the
/// number, another process has it, or the machine has been started since. Facts come from
/// `dev.belay.system.Processes`; locks and records belong elsewhere.
@NullMarked
package dev.belay.core.identity;

import org.jspecify.annotations.NullMarked;
