/// How a fault is written, and what it makes of an answer.
@NullMarked
package dev.belay.simulators.fault;

import org.jspecify.annotations.NullMarked;
