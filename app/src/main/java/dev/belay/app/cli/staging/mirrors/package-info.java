/// The mirrors of an installation: how they are taken and let go, and what is told of them.
///
/// Guarantees that looking takes no lock. Runs in them do not belong here.
@NullMarked
package dev.belay.app.cli.staging.mirrors;

import org.jspecify.annotations.NullMarked;
