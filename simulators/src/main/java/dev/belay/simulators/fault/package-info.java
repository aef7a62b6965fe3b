/// What may go wrong with an answer, how it is written down, and how it is carried out.
///
/// Faults change answers on their way; what is done behind them does not belong here.
@NullMarked
package dev.belay.simulators.fault;

import org.jspecify.annotations.NullMarked;
