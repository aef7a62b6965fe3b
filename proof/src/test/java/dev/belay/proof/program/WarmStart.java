package dev.belay.proof.program;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/// Starts of one class of ours for half the price: from an AOT cache of what a rehearsal loaded.
public final class WarmStart {
    private static final Duration REHEARSAL_LIMIT = Duration.ofSeconds(90);

    private final String main;
    private final String classPath;
    private final Optional<Path> cache;

    private WarmStart(String main, String classPath, Optional<Path> cache) {
        this.main = main;
        this.classPath = classPath;
        this.cache = cache;
    }

    /// What a program does so that its classes are loaded.
    public interface Rehearsal {
        void run(LineProgram program) throws IOException;
    }

    /// Rehearses once. Where the JDK makes no cache, starts cost what they always do.
    ///
    /// @param directory empty, and there for as long as programs are started
    /// @param environment of the rehearsal
    public static WarmStart of(
            Path directory, Class<?> main, Map<String, String> environment, Rehearsal rehearsal)
            throws IOException {
        String classPath = jars(directory);
        Path cache = directory.resolve("warm.aot");
        List<String> flags = Programs.quiet("-XX:AOTCacheOutput=" + cache);
        try (LineProgram program =
                LineProgram.start(
                        Programs.java(flags, classPath, main.getName()),
                        environment,
                        directory.resolve("rehearsal.err"))) {
            rehearsal.run(program);
            program.finish(REHEARSAL_LIMIT);
        }
        return new WarmStart(
                main.getName(), classPath, Optional.of(cache).filter(Files::isReadable));
    }

    public List<String> command(String... arguments) {
        List<String> flags =
                cache.map(it -> Programs.quiet("-XX:AOTCache=" + it)).orElse(Programs.quiet());
        return Programs.java(flags, classPath, main, arguments);
    }

    /// The class path of the tests, with jars in place of directories: a cache knows no other.
    private static String jars(Path directory) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String element : System.getProperty("java.class.path").split(":", -1)) {
            Path path = Path.of(element);
            if (Files.isRegularFile(path)) {
                jars.add(element);
            } else if (!element.isEmpty() && Files.isDirectory(path)) {
                Path jar = directory.resolve("classes-" + jars.size() + ".jar");
                pack(path, jar);
                jars.add(jar.toString());
            }
        }
        return String.join(":", jars);
    }

    private static void pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(file);
                Stream<Path> all = Files.walk(classes)) {
            packed.setLevel(0);
            for (Path each : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
                packed.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, packed);
            }
        }
    }
}
