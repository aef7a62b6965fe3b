/// The command line: what was asked, and how the answer is said.
///
/// Guarantees one place where a failure becomes text or JSON and a number, and that nothing but a
/// command's own output reaches stdout. How things are done does not belong here.
@NullMarked
package dev.belay.app.cli;

import org.jspecify.annotations.NullMarked;
