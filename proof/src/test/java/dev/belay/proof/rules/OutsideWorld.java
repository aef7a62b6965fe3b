package dev.belay.proof.rules;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What of the JDK reaches the world outside the process, and who may use it beside the ports.
final class OutsideWorld {
    /// `class uses thing`, and why no port stands for it.
    static final Map<String, String> EXCEPTIONS =
            Map.of(
                    "dev.belay.app.cli.Belay uses java.io.FileOutputStream",
                    "stdout and stderr as the kernel gave them, so that a failed write is seen",
                    "dev.belay.app.cli.Belay uses java.lang.System.getenv",
                    "the program is given its environment here, once, and hands it on",
                    "dev.belay.app.cli.deletion.Interruption uses"
                            + " java.lang.Runtime.addShutdownHook",
                    "Ctrl-C is told to a person; nothing is decided by it",
                    "dev.belay.simulators.wire.WebSocketListener uses java.net.ServerSocket",
                    "the JDK has no server of WebSockets; only a stand-in needs one",
                    "dev.belay.simulators.wire.WebSocketListener uses java.net.Socket",
                    "as above");

    /// Types, or whole packages where the name ends with a dot.
    private static final Set<String> TYPES =
            Set.of(
                    "java.io.Console",
                    "java.io.File",
                    "java.io.FileInputStream",
                    "java.io.FileOutputStream",
                    "java.io.FileReader",
                    "java.io.FileWriter",
                    "java.io.RandomAccessFile",
                    "java.lang.Process",
                    "java.lang.ProcessBuilder",
                    "java.lang.ProcessHandle",
                    "java.lang.foreign.",
                    "java.net.HttpURLConnection",
                    "java.net.ServerSocket",
                    "java.net.Socket",
                    "java.net.URLConnection",
                    "java.net.http.",
                    "java.nio.channels.",
                    "java.nio.file.Files",
                    "java.security.SecureRandom",
                    "java.util.Random",
                    "java.util.Timer",
                    "java.util.concurrent.ThreadLocalRandom");

    private static final Set<String> METHODS =
            Set.of(
                    "java.lang.Math.random",
                    "java.lang.Runtime.addShutdownHook",
                    "java.lang.Runtime.exec",
                    "java.lang.System.currentTimeMillis",
                    "java.lang.System.getenv",
                    "java.lang.System.nanoTime",
                    "java.lang.Thread.sleep",
                    "java.net.URL.openStream",
                    "java.time.Clock.systemDefaultZone",
                    "java.time.Clock.systemUTC",
                    "java.time.Instant.now",
                    "java.time.LocalDate.now",
                    "java.time.LocalDateTime.now",
                    "java.time.ZonedDateTime.now",
                    "java.util.UUID.randomUUID");

    private OutsideWorld() {}

    /// Each use by `type`, in the words of [#EXCEPTIONS]; of a nested type, by the outermost.
    static Set<String> touchedBy(JavaClass type) {
        Set<String> touched = new TreeSet<>();
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
            String target = dependency.getTargetClass().getName();
            for (String name : TYPES) {
                if (name.endsWith(".") ? target.startsWith(name) : target.equals(name)) {
                    touched.add(user(type) + " uses " + name);
                }
            }
        }
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
            String target = access.getTargetOwner().getName() + "." + access.getName();
            if (METHODS.contains(target)) {
                touched.add(user(type) + " uses " + target);
            }
        }
        return touched;
    }

    private static String user(JavaClass type) {
        return type.getName().replaceAll("\\$.*", "");
    }
}
