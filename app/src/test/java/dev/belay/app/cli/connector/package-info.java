@NullMarked
package dev.belay.app.cli.connector;

import org.jspecify.annotations.NullMarked;
