package dev.belay.proof.seed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A process that does nothing, and what the machine says of it.
///
/// @param start by `/proc/PID/stat`, in clock ticks
/// @param boot the id under which the machine runs
record Bystander(Process process, String start, String boot) implements AutoCloseable {
    private static final int START_FIELD = 19;

    static Bystander begin() throws IOException {
        Process process = new ProcessBuilder("sleep", "3600").start();
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        return new Bystander(process, fields[START_FIELD], boot);
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
