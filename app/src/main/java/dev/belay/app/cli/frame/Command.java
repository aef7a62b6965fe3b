package dev.belay.app.cli.frame;

import dev.belay.core.error.ExitCode;
import java.io.IOException;

/// One command of `belay`. A new instance answers one call.
public interface Command {
    /// Its options, arguments, and help.
    Description description();

    /// Does what was asked and says the answer through [Session#output].
    ///
    /// @throws UsageFailure when the arguments contradict each other
    /// @throws IOException for every failure; it is said once, by who called
    ExitCode run(Session session) throws IOException;
}
