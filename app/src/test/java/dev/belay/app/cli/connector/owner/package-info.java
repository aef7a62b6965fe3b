@NullMarked
package dev.belay.app.cli.connector.owner;

import org.jspecify.annotations.NullMarked;
