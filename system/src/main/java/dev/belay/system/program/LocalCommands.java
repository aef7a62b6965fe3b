package dev.belay.system.program;

import dev.belay.system.service.Signals.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Commands of this machine.
///
/// Whatever a command starts stays below this process by [Adoption], and has ended when this
/// process has no child left. Where the kernel adopts nobody, or where this process had children
/// before, that is not known.
public final class LocalCommands implements Commands {
    private static final List<Path> SETSID =
            List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    /// How long the killed may take to be gone.
    private static final Duration GONE_MAX = Duration.ofSeconds(10);

    private static final long REAPING_SECONDS = 1;

    private final Adoption adoption;

    public LocalCommands(Adoption adoption) {
        this.adoption = adoption;
    }

    @Override
    public Running start(Command command) throws IOException {
        ProgramSearch.check(command);
        Set<ProcessHandle> strangers =
                ProcessHandle.current().children().collect(Collectors.toSet());
        boolean isWatched = adoption.begin() && adoption.children() == Adoption.Children.NONE;
        List<String> words = new ArrayList<>();
        SETSID.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .ifPresent(it -> words.add(it.toString()));
        words.addAll(command.words());
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(command.directory().toFile()).inheritIO();
        builder.environment().clear();
        builder.environment().putAll(command.environment());
        try {
            return new Local(builder.start(), strangers, isWatched);
        } catch (IOException _) {
            // The JDK's message holds paths of this machine.
            throw new IOException("the command cannot be started");
        }
    }

    private final class Local implements Running {
        private final Process process;
        private final Set<ProcessHandle> strangers;
        private final boolean isWatched;

        /// @param strangers children of ours that the command did not start
        Local(Process process, Set<ProcessHandle> strangers, boolean isWatched) {
            this.process = process;
            this.strangers = strangers;
            this.isWatched = isWatched;
        }

        @Override
        public Optional<Integer> await(Duration limit) {
            long end = System.nanoTime() + limit.toNanos();
            boolean isInterrupted = false;
            try {
                while (true) {
                    try {
                        long left = end - System.nanoTime();
                        long step = Math.min(left, TimeUnit.SECONDS.toNanos(REAPING_SECONDS));
                        if (process.waitFor(Math.max(step, 0), TimeUnit.NANOSECONDS)) {
                            return Optional.of(process.exitValue());
                        }
                        if (left <= 0) {
                            return Optional.empty();
                        }
                        reap();
                    } catch (InterruptedException _) {
                        isInterrupted = true;
                    }
                }
            } finally {
                if (isInterrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        /// Orphans that have ended are ours to bury, so that none stays in the kernel's table. Of a
        /// dead child the JDK knows no descendant and no parent that it would wait for.
        private void reap() {
            if (isWatched) {
                ProcessHandle.current()
                        .children()
                        .filter(child -> child.pid() != process.pid())
                        .forEach(child -> adoption.reap(child.pid()));
            }
        }

        @Override
        public void signal(Signal signal) {
            // In its first moments it is in our group.
            if (!adoption.signalGroup(process.pid(), signal)) {
                process.destroy();
            }
        }

        @Override
        public Rest end(Duration grace) {
            long asked = System.nanoTime() + grace.toNanos();
            long last = asked + GONE_MAX.toNanos();
            boolean isAsked = false;
            while (true) {
                reap();
                if (isNobodyLeft()) {
                    return isWatched ? Rest.SETTLED : Rest.UNPROVED;
                }
                long now = System.nanoTime();
                if (now > last) {
                    return Rest.ALIVE;
                }
                List<ProcessHandle> alive = found();
                if (now > asked) {
                    alive.forEach(ProcessHandle::destroyForcibly);
                } else if (!isAsked) {
                    alive.forEach(ProcessHandle::destroy);
                    isAsked = true;
                }
                Look.pause();
            }
        }

        private boolean isNobodyLeft() {
            return isWatched ? adoption.children() == Adoption.Children.NONE : found().isEmpty();
        }

        /// Who is below this process by way of the command.
        private List<ProcessHandle> found() {
            return ProcessHandle.current()
                    .children()
                    .filter(child -> !strangers.contains(child))
                    .flatMap(child -> Stream.concat(Stream.of(child), child.descendants()))
                    .toList();
        }
    }
}
