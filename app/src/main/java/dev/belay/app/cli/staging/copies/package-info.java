/// The sealed copies of an installation: where they are, and what is told of them.
///
/// Guarantees that looking takes no lock. What makes, uses, or removes a copy does not belong here.
@NullMarked
package dev.belay.app.cli.staging.copies;

import org.jspecify.annotations.NullMarked;
