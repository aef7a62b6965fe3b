package dev.belay.system.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// Programs of this machine.
///
/// Each is started in a session of its own, where there is a `setsid`, so that Ctrl-C at our
/// terminal is ours alone. What it started is found by [Offspring].
public final class LocalPrograms implements Programs, Filters {
    private static final List<Path> SETSID =
            List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    /// What is kept of complaints; the rest is read and dropped.
    private static final int COMPLAINT_BYTES_MAX = 8 << 10;

    /// Costs nothing until it is used.
    public LocalPrograms() {}

    @Override
    public End run(Call call) throws IOException {
        Redirect errors =
                switch (call.complaints()) {
                    case DROPPED -> Redirect.DISCARD;
                    case SHOWN -> Redirect.INHERIT;
                };
        Kept output = new Kept(call.outputBytesMax());
        Started started = start(call.words(), call.environment(), call.directory(), errors);
        Drain drain = started.drain(call.outputBytesMax(), output);
        Filters.Feed feed = pipe -> pipe.write(call.input().getBytes(StandardCharsets.UTF_8));
        return run(started, new Talk(call.limit(), feed, List.of(drain), output));
    }

    @Override
    public End run(Job job, Feed feed, Sink sink) throws IOException {
        Kept complaint = new Kept(COMPLAINT_BYTES_MAX);
        Started started = start(job.words(), job.environment(), job.directory(), Redirect.PIPE);
        Drain output = started.drain(job.outputBytesMax(), sink);
        Drain errors = started.drainErrors(complaint);
        return run(started, new Talk(job.limit(), feed, List.of(output, errors), complaint));
    }

    /// What is said to a program and heard of it.
    ///
    /// @param drains of its output first
    /// @param told what the end tells of what was heard
    private record Talk(Duration limit, Filters.Feed feed, List<Drain> drains, Kept told) {}

    private static End run(Started started, Talk talk) throws IOException {
        Offspring offspring = new Offspring(started.process.toHandle(), started.mark);
        boolean isInterrupted = false;
        Optional<Integer> code = Optional.empty();
        try {
            talk.drains.forEach(Drain::start);
            feed(started.process, talk.feed);
            code = code(started.process, talk.limit);
        } catch (InterruptedException _) {
            isInterrupted = true;
        } finally {
            isInterrupted |= Thread.interrupted();
            try {
                offspring.end();
                for (Drain drain : talk.drains) {
                    drain.await();
                }
            } finally {
                // Also where the ending fails: whoever waits for this thread waits for its end.
                isInterrupted |= Thread.interrupted();
                if (isInterrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
        if (isInterrupted && code.isEmpty()) {
            return new End.Interrupted();
        }
        if (talk.drains.getFirst().isTooLong()) {
            return new End.Flooded();
        }
        return code.<End>map(number -> new End.Exited(number, talk.told.text()))
                .orElseGet(End.OutOfTime::new);
    }

    /// A program that runs, and by what its offspring is known.
    private record Started(Process process, String mark) {
        Drain drain(long bytesMax, Filters.Sink sink) {
            return new Drain(process, process.getInputStream(), bytesMax, sink);
        }

        Drain drainErrors(Kept kept) {
            InputStream pipe = process.getErrorStream();
            return new Drain(process, pipe, Long.MAX_VALUE - Integer.MAX_VALUE, kept);
        }
    }

    private static Started start(
            List<String> command, Map<String, String> environment, Path directory, Redirect errors)
            throws IOException {
        List<String> words = new ArrayList<>();
        SETSID.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .ifPresent(it -> words.add(it.toString()));
        words.addAll(command);
        String mark = UUID.randomUUID().toString();
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(directory.toFile()).redirectError(errors);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put(Offspring.MARK, mark);
        try {
            return new Started(builder.start(), mark);
        } catch (IOException _) {
            // The JDK's message holds paths of this machine.
            throw new IOException("the program cannot be started");
        }
    }

    /// Empty when the time was over.
    private static Optional<Integer> code(Process process, Duration limit)
            throws InterruptedException {
        return process.waitFor(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS)
                ? Optional.of(process.exitValue())
                : Optional.empty();
    }

    /// Writes on a thread of its own: a program may read late, or never.
    private static void feed(Process process, Filters.Feed feed) {
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try (OutputStream pipe = process.getOutputStream()) {
                        feed.writeTo(pipe);
                    } catch (IOException _) {
                        // It has ended, or does not want to know; its answer tells.
                    }
                });
    }
}
