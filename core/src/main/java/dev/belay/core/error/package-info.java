/// What Belay says when it will not go on: a code, what was found, why, and what helps.
///
/// Guarantees that each refusal has one exit code. Failures of the world that Belay has no advice
/// for stay what they are (`DiskFault`, `IOException`).
@NullMarked
package dev.belay.core.error;

import org.jspecify.annotations.NullMarked;
