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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Programs of this machine.
///
/// Each is started in a session of its own, where there is a `setsid`, so that Ctrl-C at our
/// terminal is ours alone. What it started is found by [Offspring].
public final class LocalPrograms implements Programs {
    private static final List<Path> SETSID =
            List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    /// How long the pipes of a killed program may take to be empty.
    private static final Duration DRAIN_MAX = Duration.ofSeconds(5);

    /// Costs nothing until it is used.
    public LocalPrograms() {}

    @Override
    public End run(Call call) throws IOException {
        String mark = UUID.randomUUID().toString();
        Process process = start(call, mark);
        Offspring offspring = new Offspring(process.toHandle(), mark);
        Output output = new Output(process, call.outputBytesMax());
        boolean isInterrupted = false;
        Optional<Integer> code = Optional.empty();
        try {
            output.start();
            feed(process, call.input());
            code = code(process, call.limit());
        } catch (InterruptedException _) {
            isInterrupted = true;
        } finally {
            isInterrupted |= Thread.interrupted();
            offspring.end();
            isInterrupted |= output.await();
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (isInterrupted && code.isEmpty()) {
            return new End.Interrupted();
        }
        if (output.isTooLong()) {
            return new End.Flooded();
        }
        return code.<End>map(number -> new End.Exited(number, output.text()))
                .orElseGet(End.OutOfTime::new);
    }

    private static Process start(Call call, String mark) throws IOException {
        List<String> words = new ArrayList<>();
        SETSID.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .ifPresent(it -> words.add(it.toString()));
        words.addAll(call.words());
        ProcessBuilder builder =
                new ProcessBuilder(words)
                        .directory(call.directory().toFile())
                        .redirectError(
                                switch (call.complaints()) {
                                    case DROPPED -> Redirect.DISCARD;
                                    case SHOWN -> Redirect.INHERIT;
                                });
        builder.environment().clear();
        builder.environment().putAll(call.environment());
        builder.environment().put(Offspring.MARK, mark);
        try {
            return builder.start();
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
    private static void feed(Process process, String input) {
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    try (OutputStream pipe = process.getOutputStream()) {
                        pipe.write(input.getBytes(StandardCharsets.UTF_8));
                    } catch (IOException _) {
                        // It has ended, or does not want to know; its answer tells.
                    }
                });
    }

    /// What a program writes, up to a limit; behind it the program is ended.
    private static final class Output {
        private static final int PIECE_BYTES = 8 << 10;

        private final Process process;
        private final int bytesMax;
        private final CountDownLatch over = new CountDownLatch(1);

        // Written by one thread, before `over`.
        private byte[] bytes = new byte[PIECE_BYTES];
        private int length;

        Output(Process process, int bytesMax) {
            this.process = process;
            this.bytesMax = bytesMax;
        }

        void start() {
            Thread.ofPlatform().daemon().start(this::read);
        }

        private void read() {
            try (InputStream pipe = process.getInputStream()) {
                byte[] piece = new byte[PIECE_BYTES];
                int count = pipe.read(piece);
                while (count >= 0 && !isTooLong()) {
                    keep(piece, count);
                    count = isTooLong() ? -1 : pipe.read(piece);
                }
            } catch (IOException _) {
                // The pipe was closed with the program; what was read until then counts.
            } finally {
                if (isTooLong()) {
                    process.destroyForcibly();
                }
                over.countDown();
            }
        }

        private void keep(byte[] piece, int count) {
            if (length + count > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
            }
            System.arraycopy(piece, 0, bytes, length, count);
            length += count;
        }

        boolean isTooLong() {
            return length > bytesMax;
        }

        String text() {
            return new String(bytes, 0, length, StandardCharsets.UTF_8);
        }

        /// Waits for the end, which comes soon: nobody is left who could write.
        ///
        /// @return whether an interrupt came meanwhile
        boolean await() throws IOException {
            boolean isInterrupted = false;
            long end = System.nanoTime() + DRAIN_MAX.toNanos();
            while (true) {
                try {
                    if (!over.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                        throw new IOException("something that was started still writes");
                    }
                    return isInterrupted;
                } catch (InterruptedException _) {
                    isInterrupted = true;
                }
            }
        }
    }

    /// Everything that a program has started, itself included: its descendants, who is in its
    /// session, and who carries its mark in the environment, however often it forked.
    ///
    /// What has cleared its environment, left the session, and lost its parent is not found; under
    /// systemd it ends with the service. Without `/proc` only the descendants are.
    private static final class Offspring {
        static final String MARK = "BELAY_CALL";

        private static final Path PROC = Path.of("/proc");
        private static final int ROUNDS_MAX = 2000;
        private static final int ENVIRONMENT_BYTES_MAX = 1 << 20;
        private static final long PAUSE_MILLIS = 2;

        private final ProcessHandle root;
        private final byte[] mark;

        Offspring(ProcessHandle root, String mark) {
            this.root = root;
            this.mark = (MARK + "=" + mark).getBytes(StandardCharsets.UTF_8);
        }

        /// Kills until a whole look finds nobody: whoever forks meanwhile is seen by the next.
        void end() throws IOException {
            for (int round = 0; round < ROUNDS_MAX; round++) {
                List<ProcessHandle> alive = alive();
                if (alive.isEmpty()) {
                    return;
                }
                alive.forEach(ProcessHandle::destroyForcibly);
                pause();
            }
            throw new IOException("something that was started cannot be ended");
        }

        private static void pause() {
            boolean isInterrupted = Thread.interrupted();
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private List<ProcessHandle> alive() {
            List<ProcessHandle> alive = new ArrayList<>();
            if (root.isAlive()) {
                alive.add(root);
                root.descendants().forEach(alive::add);
            }
            String[] names = PROC.toFile().list();
            if (names != null) {
                for (String name : names) {
                    if (Character.isDigit(name.charAt(0))) {
                        marked(Long.parseLong(name)).ifPresent(alive::add);
                    }
                }
            }
            return alive;
        }

        /// The process, if it is one of ours. The handle is made before the look, so that it stands
        /// for no later process of the number.
        private Optional<ProcessHandle> marked(long pid) {
            return ProcessHandle.of(pid).filter(_ -> isInSession(pid) || carriesMark(pid));
        }

        private boolean isInSession(long pid) {
            byte[] stat = read(pid, "stat");
            if (stat == null) {
                return false;
            }
            String text = new String(stat, StandardCharsets.ISO_8859_1);
            String[] fields = text.substring(text.lastIndexOf(')') + 1).strip().split(" ", 6);
            // State, parent, group, session.
            return fields.length > 4
                    && !fields[0].equals("Z")
                    && fields[3].equals(Long.toString(root.pid()));
        }

        /// A process that has ended has no environment any more.
        private boolean carriesMark(long pid) {
            byte[] environment = read(pid, "environ");
            return environment != null
                    && new String(environment, StandardCharsets.ISO_8859_1)
                            .contains(new String(mark, StandardCharsets.ISO_8859_1));
        }

        /// Null where it cannot be read: it is another user's, or gone.
        private static byte @Nullable [] read(long pid, String name) {
            try (InputStream file =
                    Files.newInputStream(PROC.resolve(Long.toString(pid)).resolve(name))) {
                return file.readNBytes(ENVIRONMENT_BYTES_MAX);
            } catch (IOException _) {
                return null;
            }
        }
    }
}
