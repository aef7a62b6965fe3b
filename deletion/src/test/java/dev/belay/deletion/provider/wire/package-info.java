/// What an answer proves, as tables.
@NullMarked
package dev.belay.deletion.provider.wire;

import org.jspecify.annotations.NullMarked;
