/// A command that runs in a sealed copy, and what it leaves.
///
/// Guarantees that the command starts only when its copy is recorded; that its outputs are in
/// safety before the copy goes; and that the copy stays when anything of the command may still be
/// alive. How a copy is made, and what a later process may do with it, does not belong here.
@NullMarked
package dev.belay.staging.run;

import org.jspecify.annotations.NullMarked;
