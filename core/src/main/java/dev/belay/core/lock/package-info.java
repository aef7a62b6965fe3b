/// Exclusion between processes, by files that explain who holds what.
///
/// Guarantees that the kernel decides and the record explains: an owner locks the inode of its own
/// record, so that nothing is ever decided by age, and by a process number only for the records of
/// the Node programs. What a lock protects belongs elsewhere.
@NullMarked
package dev.belay.core.lock;

import org.jspecify.annotations.NullMarked;
