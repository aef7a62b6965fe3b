package dev.belay.system.program;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/// Programs of this machine, none of whose offspring outlives a run, however it hides.
///
/// Who loses its parent becomes a child of this process ([Adoption]), and a run is over when this
/// process has no child left. Where the kernel adopts nobody, or this process had children before,
/// the run is as sure as one of [LocalPrograms].
///
/// - **Threads:** one run at a time in a process: all children are taken for those of the run.
public final class WatchedPrograms implements Filters {
    private static final Duration GONE_MAX = Duration.ofSeconds(5);

    private final Filters programs;
    private final Adoption adoption;

    public WatchedPrograms(Filters programs, Adoption adoption) {
        this.programs = programs;
        this.adoption = adoption;
    }

    @Override
    public Programs.End run(Job job, Feed feed, Sink sink) throws IOException {
        boolean isWatched = adoption.begin() && adoption.children() == Adoption.Children.NONE;
        try {
            return programs.run(job, feed, sink);
        } finally {
            if (isWatched) {
                endAll();
            }
        }
    }

    private void endAll() throws IOException {
        long last = System.nanoTime() + GONE_MAX.toNanos();
        while (adoption.children() != Adoption.Children.NONE) {
            Set<ProcessHandle> children =
                    ProcessHandle.current().children().collect(Collectors.toSet());
            children.forEach(child -> adoption.reap(child.pid()));
            children.stream()
                    .flatMap(ProcessHandle::descendants)
                    .forEach(ProcessHandle::destroyForcibly);
            children.forEach(ProcessHandle::destroyForcibly);
            if (System.nanoTime() > last) {
                throw new IOException("something that was started cannot be ended");
            }
            Look.pause();
        }
    }
}
