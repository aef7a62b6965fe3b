/// `belay deletion`: each command asks the custody of deletions one thing and says the answer.
///
/// Guarantees nothing of its own: what is safe is decided in `dev.belay.deletion`.
@NullMarked
package dev.belay.app.cli.deletion;

import org.jspecify.annotations.NullMarked;
