/// The operator's brake on the command line: set it, see who set it, clear it.
@NullMarked
package dev.belay.app.cli.brake;

import org.jspecify.annotations.NullMarked;
