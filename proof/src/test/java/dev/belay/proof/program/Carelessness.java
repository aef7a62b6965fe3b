package dev.belay.proof.program;

import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.DiskFault;
import dev.belay.system.Errno;
import dev.belay.system.OpenFile;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// What is wrong with the disk under a program, so that a test can show that it would notice.
public enum Carelessness {
    /// Nothing.
    NONE,
    /// A record is written some time after it was said to be.
    WRITES_LATE,
    /// The lines of the audit go where nobody looks.
    AUDITS_ELSEWHERE,
    /// Every program has a lock of its own.
    LOCKS_NOTHING,
    /// The lock of a program that was killed cannot be removed.
    KEEPS_DEAD_LOCKS;

    private static final int MILLISECONDS_LATE = 60;

    /// Whether this program has the lock.
    private static final AtomicBoolean LOCKED = new AtomicBoolean();

    /// The world of a program on such a disk.
    public World world() {
        World real = LocalWorld.create();
        return this == NONE
                ? real
                : new World(
                        (Disk) careless(real.disk(), Disk.class),
                        real.processes(),
                        real.clock(),
                        real.randomness(),
                        real.waiting());
    }

    private Object careless(Object real, Class<?> type) {
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new Part(this, real));
    }

    /// A disk, a directory, or a file.
    private record Part(Carelessness of, Object real) implements InvocationHandler {
        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
                throws Throwable {
            Object[] real = arguments == null ? new Object[0] : arguments.clone();
            for (int i = 0; i < real.length; i++) {
                real[i] = translated(real[i]);
            }
            boolean renames = method.getName().equals("rename");
            if (of == WRITES_LATE && renames && real[2].equals(Custody.JOURNAL)) {
                Thread.ofPlatform().start(() -> later(method, real));
                return null;
            }
            if (of == LOCKS_NOTHING && method.getName().toLowerCase(Locale.ROOT).endsWith("lock")) {
                return true;
            }
            boolean unlocks = method.getName().equals("unlink") && real[0].equals(Custody.LOCK);
            if (of == KEEPS_DEAD_LOCKS && unlocks && !LOCKED.getAndSet(false)) {
                throw new DiskFault("unlink", Custody.LOCK, Errno.EACCES);
            }
            Object result = call(method, real);
            if (method.getName().equals("link") && real[1].equals(Custody.LOCK)) {
                LOCKED.set(true);
            }
            return wrapped(result);
        }

        private Object translated(Object argument) {
            if (argument instanceof Directory
                    && Proxy.isProxyClass(argument.getClass())
                    && Proxy.getInvocationHandler(argument) instanceof Part part) {
                return part.real;
            }
            boolean elsewhere = argument instanceof String name && isElsewhere(name);
            return elsewhere ? ProcessHandle.current().pid() + "-" + argument : argument;
        }

        private boolean isElsewhere(String name) {
            return switch (of) {
                case AUDITS_ELSEWHERE -> name.startsWith("audit.");
                case LOCKS_NOTHING -> name.startsWith(Custody.LOCK);
                case NONE, WRITES_LATE, KEEPS_DEAD_LOCKS -> false;
            };
        }

        private void later(Method method, Object[] arguments) {
            try {
                TimeUnit.MILLISECONDS.sleep(MILLISECONDS_LATE);
                Object _ = call(method, arguments);
            } catch (Throwable _) {
                // Then it is never written, which is as careless.
            }
        }

        private @Nullable Object call(Method method, Object[] arguments) throws Throwable {
            try {
                return method.invoke(real, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        private @Nullable Object wrapped(@Nullable Object result) {
            return switch (result) {
                case Directory directory -> of.careless(directory, Directory.class);
                case OpenFile file -> of.careless(file, OpenFile.class);
                case null, default -> result;
            };
        }
    }
}
