package dev.belay.system.program;

import dev.belay.system.local.LocalWorld;
import dev.belay.system.program.Filters.Feed;
import dev.belay.system.program.Filters.Job;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A program of its own, since what a run leaves is told by the children of a whole process: runs a
/// script, and writes how it ended.
final class WatchedRun {
    private WatchedRun() {}

    /// Runs the script that it is told, for a second at most.
    public static void main(String[] arguments) throws IOException {
        Filters programs = new WatchedPrograms(new LocalPrograms(), LocalWorld.adoption());
        Job job =
                new Job(
                        List.of("/bin/sh", "-c", arguments[0]),
                        Map.of("PATH", "/usr/bin:/bin"),
                        Path.of("/"),
                        Duration.ofSeconds(1),
                        1 << 20);
        Programs.End end = programs.run(job, Feed.none(), (_, _) -> {});
        System.out.println(end.getClass().getSimpleName());
    }
}
