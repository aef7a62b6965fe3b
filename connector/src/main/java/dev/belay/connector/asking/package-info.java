/// The way of one accepted message: admission, engine, record.
///
/// Guarantees that the engine is asked only for what is durably admitted, under no brake, and never
/// a third time. Knows no threads.
@NullMarked
package dev.belay.connector.asking;

import org.jspecify.annotations.NullMarked;
