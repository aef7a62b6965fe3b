/// What a copy that is kept warm holds already, and bringing it up to date.
///
/// Guarantees that an index vouches for nothing that is not so: a file counts as right only while
/// the kernel says of it, and of what it was copied of, what it said when it was copied.
///
/// Does not belong here: who may use which copy, and for how long it is kept.
@NullMarked
package dev.belay.staging.warm;

import org.jspecify.annotations.NullMarked;
