package dev.belay.app.cli.conformance;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.core.error.ExitCode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/// `belay conformance`: one JSON command a line, one JSON answer a line, until the input ends.
public final class ConformanceCommand implements Command {
    /// As large as the largest file that a command may speak of.
    private static final int LINE_BYTES_MAX = 16 << 20;

    @Override
    public Description description() {
        return Description.of("Answers the line protocol by which Belay is compared.").hidden();
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        try (Driver driver = new Driver(session.world(), session.surroundings().environment());
                InputStream in = new BufferedInputStream(session.surroundings().in())) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next == '\n') {
                    session.output().document(driver.answer(line.toByteArray()));
                    line.reset();
                } else if (line.size() == LINE_BYTES_MAX) {
                    throw new IOException("a command of more than " + LINE_BYTES_MAX + " bytes");
                } else {
                    line.write(next);
                }
            }
        }
        return ExitCode.OK;
    }
}
