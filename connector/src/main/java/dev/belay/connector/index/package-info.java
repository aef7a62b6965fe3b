/// What the files of a binding say, kept in little memory, so that a message costs the same however
/// long the history is.
///
/// Guarantees the same answers as reading the files again. Knows no file.
@NullMarked
package dev.belay.connector.index;

import org.jspecify.annotations.NullMarked;
