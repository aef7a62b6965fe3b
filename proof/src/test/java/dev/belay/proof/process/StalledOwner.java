package dev.belay.proof.process;

import dev.belay.proof.program.Custody;
import dev.belay.proof.program.LineProgram;
import dev.belay.proof.program.Signal;
import dev.belay.simulators.Computer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// A program that stands still with the lock of the journal in its hand.
final class StalledOwner implements AutoCloseable {
    private static final int ATTEMPTS_MAX = 200;
    private static final int POLLS_MAX = 20_000;
    private static final long POLL_NANOSECONDS = 100_000;

    private final LineProgram program;
    private final long pid;
    private final Computer computer;

    private StalledOwner(LineProgram program, long pid, Computer computer) {
        this.program = program;
        this.pid = pid;
        this.computer = computer;
    }

    /// Lets a worker ask for deletions, and holds it still in one of the moments that matter.
    /// Nobody else works there meanwhile.
    ///
    /// @param surroundings the program whose argument it is, if any
    static StalledOwner at(Premises premises, List<String> surroundings) throws IOException {
        LineProgram program = premises.worker(surroundings);
        try {
            program.say("deletion list");
            hearOut(program);
            long pid = surroundings.isEmpty() ? program.pid() : childOf(program.pid());
            for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
                Computer computer = premises.boat().add("web");
                program.say(String.join(" ", Premises.request(computer, "--no-wait")));
                if (isCaught(premises.custody(), pid)) {
                    return new StalledOwner(program, pid, computer);
                }
                hearOut(program);
            }
        } catch (IOException | RuntimeException e) {
            program.close();
            throw e;
        }
        program.close();
        throw new IOException("the lock was never seen in a program's hand");
    }

    /// Its number on this side of its namespace.
    long pid() {
        return pid;
    }

    /// What it is about to delete.
    Computer computer() {
        return computer;
    }

    /// Lets it finish its command; the result is the exit code.
    int goOn() throws IOException {
        Signal.CONT.send(pid);
        return hearOut(program);
    }

    void kill() throws IOException {
        Signal.KILL.send(pid);
        program.kill();
    }

    @Override
    public void close() throws IOException {
        kill();
    }

    private static boolean isCaught(Custody custody, long pid) throws IOException {
        for (int poll = 0; poll < POLLS_MAX && custody.lock().isEmpty(); poll++) {
            LockSupport.parkNanos(POLL_NANOSECONDS);
        }
        Signal.freeze(pid);
        if (custody.lock().isPresent()) {
            return true;
        }
        Signal.CONT.send(pid);
        return false;
    }

    private static int hearOut(LineProgram program) throws IOException {
        while (true) {
            Optional<String> line = program.hear(Premises.LIMIT);
            if (line.isEmpty()) {
                throw new IOException("the program ended");
            }
            if (line.get().startsWith("= ")) {
                return Integer.parseInt(line.get().substring(2));
            }
        }
    }

    private static long childOf(long parent) throws IOException {
        return ProcessHandle.of(parent)
                .flatMap(handle -> handle.children().findFirst())
                .orElseThrow(() -> new IOException("it has no child"))
                .pid();
    }
}
