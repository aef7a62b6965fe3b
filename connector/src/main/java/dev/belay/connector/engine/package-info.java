/// What answers questions.
///
/// An [dev.belay.connector.engine.Engine] is what others may add: it knows how to ask, and nothing
/// of channels, journals, or ceilings.
@NullMarked
package dev.belay.connector.engine;

import org.jspecify.annotations.NullMarked;
