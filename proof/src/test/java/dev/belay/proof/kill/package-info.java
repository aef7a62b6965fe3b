/// Kill -9 of real programs that work on one data root, again and again.
///
/// Guarantees that each rule that a kill might break is watched from outside while the programs
/// run, and that the watch notices a program that is careless. How a single command behaves does
/// not belong here.
@NullMarked
package dev.belay.proof.kill;

import org.jspecify.annotations.NullMarked;
