/// Puts an installed copy of the program where users keep programs.
@NullMarked
package dev.belay.app.cli.install;

import org.jspecify.annotations.NullMarked;
