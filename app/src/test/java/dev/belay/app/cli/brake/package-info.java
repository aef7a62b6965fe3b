/// Proofs of the brake's commands.
@NullMarked
package dev.belay.app.cli.brake;

import org.jspecify.annotations.NullMarked;
