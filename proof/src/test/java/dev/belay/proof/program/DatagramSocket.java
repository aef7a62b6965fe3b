package dev.belay.proof.program;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// A socket of datagrams on this machine, as systemd listens on one; Linux.
public final class DatagramSocket implements AutoCloseable {
    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
    private static final int DONTWAIT = 0x40;
    private static final int MESSAGE_MAX = 4096;
    private static final int FAMILY_BYTES = 2;
    private static final long POLL_NANOSECONDS = 1_000_000;

    private static final MethodHandle SOCKET = call("socket", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle BIND = call("bind", JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle RECEIVE =
            call("recv", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle CLOSE = call("close", JAVA_INT);

    private final int descriptor;

    /// @param address a path, or `@` and an abstract name
    public DatagramSocket(String address) throws IOException {
        byte[] name = address.getBytes(StandardCharsets.UTF_8);
        if (name[0] == '@') {
            name[0] = 0;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment whole = arena.allocate(FAMILY_BYTES + name.length + 1);
            whole.set(JAVA_BYTE, 0, (byte) AF_UNIX); // In two bytes, the lower one first.
            MemorySegment.copy(name, 0, whole, JAVA_BYTE, FAMILY_BYTES, name.length);
            descriptor = (int) SOCKET.invokeExact(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
            int bound = (int) BIND.invokeExact(descriptor, whole, FAMILY_BYTES + name.length);
            if (descriptor < 0 || bound < 0) {
                throw new IOException("no socket at " + address);
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /// The next message; empty where none comes in time.
    public Optional<String> receive(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (System.nanoTime() < end) {
            Optional<String> message = poll();
            if (message.isPresent()) {
                return message;
            }
            LockSupport.parkNanos(POLL_NANOSECONDS);
        }
        return Optional.empty();
    }

    private Optional<String> poll() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(MESSAGE_MAX);
            long length =
                    (long) RECEIVE.invokeExact(descriptor, text, (long) MESSAGE_MAX, DONTWAIT);
            if (length < 0) {
                return Optional.empty();
            }
            byte[] bytes = text.asSlice(0, length).toArray(JAVA_BYTE);
            return Optional.of(new String(bytes, StandardCharsets.UTF_8));
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            int _ = (int) CLOSE.invokeExact(descriptor);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle call(String name, java.lang.foreign.MemoryLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor type =
                name.equals("recv")
                        ? FunctionDescriptor.of(JAVA_LONG, arguments)
                        : FunctionDescriptor.of(JAVA_INT, arguments);
        return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), type);
    }
}
