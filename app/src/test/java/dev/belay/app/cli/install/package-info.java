/// Proofs of the installation.
@NullMarked
package dev.belay.app.cli.install;

import org.jspecify.annotations.NullMarked;
