/// The command line on data roots that something has damaged.
@NullMarked
package dev.belay.app.cli.hostile;

import org.jspecify.annotations.NullMarked;
