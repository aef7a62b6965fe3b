/// A binding's journal: every file that its owner writes, but for STOP and the lock.
///
/// Guarantees that what was appended survives a power cut, and that unreadable state is refused and
/// never overwritten. Who may own a binding does not belong here.
@NullMarked
package dev.belay.connector.journal;

import org.jspecify.annotations.NullMarked;
