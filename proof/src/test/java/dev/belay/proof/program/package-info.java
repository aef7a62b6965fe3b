/// Real processes for the tests: started, talked to, stopped, and killed.
///
/// Guarantees that a process outlives neither its test nor its time limit. What a process is asked
/// to do belongs to the tests.
@NullMarked
package dev.belay.proof.program;

import org.jspecify.annotations.NullMarked;
