/// Owner records: files that say who holds a lock, and whose inode their owner keeps locked.
///
/// Guarantees that a record is whole and kernel-locked before it can be found, and that who reads
/// one learns from the kernel whether its owner lives. Which names the records have, and in which
/// order they come and go, belongs to the locks.
@NullMarked
package dev.belay.core.lock.record;

import org.jspecify.annotations.NullMarked;
