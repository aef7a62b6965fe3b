package dev.belay.proof.program;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A running program that is talked to line by line. What it says on its error stream is kept.
///
/// - **Threads:** one at a time, but for [#kill].
public final class LineProgram implements AutoCloseable {
    private final Process process;
    private final Path errors;
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

    private LineProgram(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
    }

    /// Starts `command`.
    ///
    /// @param environment set beside the test's own
    /// @param errors where its error stream goes, appended
    public static LineProgram start(
            List<String> command, Map<String, String> environment, Path errors) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()));
        Process process = builder.start();
        LineProgram program = new LineProgram(process, errors);
        Thread.ofPlatform().daemon().start(program::readAll);
        return program;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /// Says one line. A program that is gone does not hear it, which [#hear] tells.
    public void say(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException _) {
            // The pipe is broken because the program ended; its end is what hear() reports.
        }
    }

    /// The next line; empty when the program ended.
    public Optional<String> hear(Duration limit) throws IOException {
        try {
            Optional<String> line = lines.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null) {
                throw new IOException(
                        "silent for %s; its errors are in %s".formatted(limit, errors));
            }
            if (line.isEmpty()) {
                lines.add(line); // Whoever asks again is told again.
            }
            return line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /// Ends its input, and returns when it has ended by itself.
    public void finish(Duration limit) throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(
                        "does not end within %s; its errors are in %s".formatted(limit, errors));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /// Ends it at whatever instruction it is, and returns when the kernel has let go of it.
    public void kill() throws IOException {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        kill();
    }

    private void readAll() {
        try (InputStream in = new BufferedInputStream(process.getInputStream())) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            int next = in.read();
            while (next >= 0) {
                if (next == '\n') {
                    lines.add(Optional.of(line.toString(StandardCharsets.UTF_8)));
                    line.reset();
                } else {
                    line.write(next);
                }
                next = in.read();
            }
        } catch (IOException _) {
            // The pipe of a killed program may break; its end is all there is to say.
        }
        // What a killed program said only in part is not an answer.
        lines.add(Optional.empty());
    }
}
