/// The house's rules as tests: layers, purity, one door to the world, sizes, words, and pages.
///
/// Guarantees that a rule of the documentation that matters fails the build when it is broken.
@NullMarked
package dev.belay.proof.rules;

import org.jspecify.annotations.NullMarked;
