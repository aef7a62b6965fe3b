/// What is told of the space that copies take.
///
/// Guarantees that looking takes no lock and changes nothing. Measuring does not belong here.
@NullMarked
package dev.belay.app.cli.staging.usage;

import org.jspecify.annotations.NullMarked;
