/// The audit log on the command line: every release of custody, and whether the log is whole.
@NullMarked
package dev.belay.app.cli.audit;

import org.jspecify.annotations.NullMarked;
