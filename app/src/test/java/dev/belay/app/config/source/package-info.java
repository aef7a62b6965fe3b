/// Tests of `dev.belay.app.config.source`: what is refused, and what the refusal says.
@NullMarked
package dev.belay.app.config.source;

import org.jspecify.annotations.NullMarked;
