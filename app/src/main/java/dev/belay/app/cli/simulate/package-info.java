/// Local stand-ins of providers on the command line, to try Belay out and to test against.
@NullMarked
package dev.belay.app.cli.simulate;

import org.jspecify.annotations.NullMarked;
