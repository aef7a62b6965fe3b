/// Small files that are read whole, replaced whole, or written once, in directories of our own.
///
/// Guarantees that a reader sees all of a file or a failure, and that what was reported durable
/// survives a power cut. What the bytes mean does not belong here.
@NullMarked
package dev.belay.core.file;

import org.jspecify.annotations.NullMarked;
