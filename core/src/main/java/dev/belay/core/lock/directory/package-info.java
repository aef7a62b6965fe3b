/// A lock that is a directory with its owner's record in it.
///
/// Guarantees that nobody ever finds the directory without its record, and that what was not judged
/// is not removed. Whose record it is, and whether its owner is gone, is for the lock's user to
/// say.
@NullMarked
package dev.belay.core.lock.directory;

import org.jspecify.annotations.NullMarked;
