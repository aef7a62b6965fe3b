package dev.belay.proof.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A program that ran to its end, and what it said.
public record Ran(int exit, String out, String err) {
    /// Runs `command` with nothing on its input, and kills it when `limit` is over.
    ///
    /// @param environment set beside the test's own
    public static Ran of(List<String> command, Map<String, String> environment, Duration limit)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("belay-test", ".out");
        Path err = Files.createTempFile("belay-test", ".err");
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().putAll(environment);
            builder.redirectInput(new File("/dev/null"));
            builder.redirectOutput(out.toFile()).redirectError(err.toFile());
            Process process = builder.start();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
                throw new IOException(
                        "still running after %s: %s %s"
                                .formatted(limit, command, Files.readString(err)));
            }
            return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
