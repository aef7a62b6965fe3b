package dev.belay.system.local;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Signals to single threads of this process.
final class Signals {
    /// The one with which the JDK's channels wake their threads: its handler does nothing, and does
    /// not let the call go on.
    private static final int WAKE_UP = 64 - 2;

    private Signals() {}

    /// Makes the system call that the thread of this name is in fail with `EINTR`.
    static void interruptCallOf(String threadName) throws Exception {
        ServerSocketChannel.open().close(); // The JDK sets the handler when it first needs it.
        assertThat(isCaught()).as("else the signal would end this process").isTrue();
        int own = (int) ProcessHandle.current().pid();
        int thread = Integer.parseInt(task(threadName).getFileName().toString());
        try {
            int result = (int) tgkill().invokeExact(own, thread, WAKE_UP);
            assertThat(result).isZero();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        Eventually.holds("the signal is delivered", () -> !isPending(thread));
    }

    @SuppressWarnings("restricted")
    private static MethodHandle tgkill() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("tgkill").orElseThrow(),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    }

    private static Path task(String threadName) throws IOException {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path task : tasks) {
                if (Files.readString(task.resolve("comm")).strip().equals(threadName)) {
                    return task;
                }
            }
        }
        throw new IOException("no thread " + threadName);
    }

    private static boolean isCaught() throws IOException {
        return isSet(Path.of("/proc/self/status"), "SigCgt");
    }

    private static boolean isPending(int thread) throws IOException {
        return isSet(Path.of("/proc/self/task/" + thread + "/status"), "SigPnd");
    }

    private static boolean isSet(Path status, String mask) throws IOException {
        String hex = Files.readString(status).replaceAll("(?s).*" + mask + ":\\s*(\\w+).*", "$1");
        return ((Long.parseUnsignedLong(hex, 16) >>> (WAKE_UP - 1)) & 1) == 1;
    }
}
