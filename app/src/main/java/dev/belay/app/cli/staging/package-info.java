/// The commands on sealed copies of a working tree.
@NullMarked
package dev.belay.app.cli.staging;

import org.jspecify.annotations.NullMarked;
