/// The line protocol by which Belay is compared with the Node programs whose files it shares.
///
/// Guarantees that the production code answers, on the real disk: nothing here decides or writes
/// anything itself. Only the wall clock and random UUIDs can be set.
@NullMarked
package dev.belay.app.cli.conformance;

import org.jspecify.annotations.NullMarked;
