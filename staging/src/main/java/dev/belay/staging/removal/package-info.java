/// Removing a whole tree that nobody needs any more.
///
/// Guarantees that nothing outside the tree is touched, whatever its links and names are. Whether
/// it may be removed is decided elsewhere.
@NullMarked
package dev.belay.staging.removal;

import org.jspecify.annotations.NullMarked;
