package dev.belay.proof.path;

import dev.belay.system.Directory;
import dev.belay.system.Disk;
import dev.belay.system.OpenFile;
import dev.belay.system.World;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A real disk that notes, for each call, which of our classes lie between the command line and it.
final class Spy {
    private final List<List<String>> stacks = new ArrayList<>();
    private final IdentityHashMap<Object, Object> realOnes = new IdentityHashMap<>();

    World watch(World world) {
        return new World(
                (Disk) watched(Disk.class, world.disk()),
                world.processes(),
                world.clock(),
                world.randomness(),
                world.waiting());
    }

    /// The full names of the classes on the stack of each call so far, the outermost first.
    synchronized List<List<String>> stacks() {
        return List.copyOf(stacks);
    }

    private synchronized Object watched(Class<?> port, Object real) {
        Object watched =
                Proxy.newProxyInstance(
                        port.getClassLoader(),
                        new Class<?>[] {port},
                        (_, method, arguments) -> call(real, method, arguments));
        realOnes.put(watched, real);
        return watched;
    }

    private @Nullable Object call(Object real, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            Object result = method.invoke(real, noted(arguments));
            return switch (result) {
                case Directory directory -> watched(Directory.class, directory);
                case OpenFile file -> watched(OpenFile.class, file);
                case null, default -> result;
            };
        } catch (InvocationTargetException e) {
            throw Optional.ofNullable(e.getCause()).orElse(e);
        }
    }

    private synchronized Object[] noted(Object @Nullable [] arguments) {
        stacks.add(namesOnStack());
        Object[] real = arguments == null ? new Object[0] : arguments.clone();
        for (int i = 0; i < real.length; i++) {
            real[i] = realOnes.getOrDefault(real[i], real[i]);
        }
        return real;
    }

    private static List<String> namesOnStack() {
        List<String> classes =
                StackWalker.getInstance()
                        .walk(frames ->
                                frames.map(StackWalker.StackFrame::getClassName)
                                        .map(name -> name.replaceAll("\\$.*$", ""))
                                        .filter(Spy::isOnThePath)
                                        .toList());
        return classes.reversed();
    }

    private static boolean isOnThePath(String name) {
        return name.startsWith("dev.belay.")
                && !name.startsWith("dev.belay.proof.")
                && !name.startsWith("dev.belay.system.");
    }
}
