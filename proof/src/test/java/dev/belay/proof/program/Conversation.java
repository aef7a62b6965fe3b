package dev.belay.proof.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A real process of `belay connector run` with somebody at its terminal.
public final class Conversation implements AutoCloseable {
    private static final int SECONDS_MAX = 60;

    private final Process process;
    private final Writer input;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> log = new LinkedBlockingQueue<>();

    private Conversation(Process process) {
        this.process = process;
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        follow(process.inputReader(StandardCharsets.UTF_8), answers);
        follow(
                new BufferedReader(
                        new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)),
                log);
    }

    public static Conversation start(Path home, Map<String, String> environment, String... words)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Programs.belay(words));
        builder.environment().put("BELAY_HOME", home.toString());
        builder.environment().put("XDG_CONFIG_HOME", home.resolve("config").toString());
        builder.environment().putAll(environment);
        return new Conversation(builder.start());
    }

    private static void follow(BufferedReader reader, BlockingQueue<String> lines) {
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try {
                        reader.lines().forEach(lines::add);
                    } catch (RuntimeException _) {
                        // The process is gone, and so is its pipe.
                    }
                });
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public void type(String line) throws IOException {
        input.write(line + "\n");
        input.flush();
    }

    public void endInput() throws IOException {
        input.close();
    }

    /// The next line that it says.
    public String answer() throws InterruptedException, IOException {
        return next(answers, "answer");
    }

    /// Waits for a line of the log that holds a text.
    public String logged(String text) throws InterruptedException, IOException {
        List<String> others = new ArrayList<>();
        String line = next(log, text);
        while (!line.contains(text)) {
            others.add(line);
            line = next(log, text + " behind " + others);
        }
        return line;
    }

    private static String next(BlockingQueue<String> lines, String what)
            throws InterruptedException, IOException {
        String line = lines.poll(SECONDS_MAX, TimeUnit.SECONDS);
        if (line == null) {
            throw new IOException("not in " + SECONDS_MAX + " s: " + what);
        }
        return line;
    }

    /// What it said and nobody has taken yet, once it has ended.
    public List<String> rest() throws InterruptedException {
        exit();
        return List.copyOf(answers);
    }

    public int exit() throws InterruptedException {
        if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
            throw new AssertionError("still running");
        }
        return process.exitValue();
    }

    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
