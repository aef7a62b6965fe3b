/// Tests of `dev.belay.app.config`: what is refused, and what the refusal says.
@NullMarked
package dev.belay.app.config;

import org.jspecify.annotations.NullMarked;
