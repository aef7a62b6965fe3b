/// What copies, mirrors, outputs, and what killed processes left take on the disk.
///
/// Guarantees that looking takes no lock and changes nothing. Letting go of anything does not
/// belong here.
@NullMarked
package dev.belay.staging.usage;

import org.jspecify.annotations.NullMarked;
