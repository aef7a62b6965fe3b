/// Figures: whole operations, side by side with a bare yardstick and with the Node program.
///
/// Guarantees that what is compared alternates within one run, in fresh directories, because the
/// cost of a sync drifts tenfold on one disk. Nothing here is a test: no figure fails a build.
@NullMarked
package dev.belay.bench;

import org.jspecify.annotations.NullMarked;
