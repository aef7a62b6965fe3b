@NullMarked
package dev.belay.app.cli.simulate;

import org.jspecify.annotations.NullMarked;
