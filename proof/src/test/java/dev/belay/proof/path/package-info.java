/// The way from the command line to the disk, as a reader walks it.
@NullMarked
package dev.belay.proof.path;

import org.jspecify.annotations.NullMarked;
