/// The models of `docs/protocols`, checked by TLC.
///
/// Guarantees that what a page says of a model is what the model says. That the code follows the
/// model is proved by the simulations of `core`.
@NullMarked
package dev.belay.proof.model;

import org.jspecify.annotations.NullMarked;
