/// One run of several simulated processes, one at a time, by a schedule that decides at each call.
///
/// Guarantees that the same schedule gives the same run. Which schedules there are to try, and what
/// must hold after a run, is `explore`'s.
@NullMarked
package dev.belay.sim.stage;

import org.jspecify.annotations.NullMarked;
