/// Tests of `dev.belay.app.root`: what is refused, and what the refusal says.
@NullMarked
package dev.belay.app.root;

import org.jspecify.annotations.NullMarked;
