/// Tests of the command line: what is said, where, and with which exit code.
@NullMarked
package dev.belay.app.cli;

import org.jspecify.annotations.NullMarked;
