@NullMarked
package dev.belay.app.cli.custody;

import org.jspecify.annotations.NullMarked;
