package dev.belay.proof.program;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/// What the tests send to processes of Linux.
///
/// By the system call itself: a program that is started to send it comes too late for a moment that
/// lasts a millisecond.
public enum Signal {
    HUP(1),
    /// Ends a process at whatever instruction it is.
    KILL(9),
    /// Holds a process still, with everything that it has open.
    STOP(19),
    CONT(18),
    INT(2),
    TERM(15);

    private static final MethodHandle CALL = call();
    private static final long POLL_NANOSECONDS = 50_000;
    private static final int POLLS_MAX = 200_000;

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    /// Sends it; a process that is gone already is no failure.
    public void send(long pid) {
        try {
            int _ = (int) CALL.invokeExact(Math.toIntExact(pid), number);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /// Holds a process still, and returns when each of its threads is.
    public static void freeze(long pid) throws IOException {
        STOP.send(pid);
        for (int poll = 0; poll < POLLS_MAX; poll++) {
            if (isStill(pid)) {
                return;
            }
            LockSupport.parkNanos(POLL_NANOSECONDS);
        }
        throw new IOException("process " + pid + " does not stand still");
    }

    private static boolean isStill(long pid) throws IOException {
        boolean still = true;
        try (DirectoryStream<Path> tasks =
                Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
            for (Path task : tasks) {
                String stat = Files.readString(task.resolve("stat"));
                char state = stat.charAt(stat.lastIndexOf(')') + 2);
                still &= state == 'T' || state == 'Z';
            }
        } catch (NoSuchFileException _) {
            return Files.notExists(Path.of("/proc/" + pid)); // One of its threads just ended.
        }
        return still;
    }

    @SuppressWarnings("restricted")
    private static MethodHandle call() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("kill").orElseThrow(),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    }
}
