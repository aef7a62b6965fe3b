package dev.belay.proof.launcher;

import dev.belay.proof.program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A checkout with the real launcher, a Maven that copies the sources into a jar, and JDKs that
/// print what they are told. Its path has a space in it.
final class Checkout {
    private static final Path LAUNCHER = Path.of("..", "belay").toAbsolutePath().normalize();
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static final String MAVEN =
            """
            #!/bin/sh
            while [ "$1" != -f ]; do shift; done
            home=${2%/pom.xml}
            echo "$JAVA_HOME" >>"$STUBS/builds"
            echo "[INFO] Building Belay app [1/1]"
            : >"$STUBS/building"
            [ ! -e "$STUBS/hold" ] || read -r _ <"$STUBS/hold"
            [ ! -e "$STUBS/broken" ] || { echo "[ERROR] it does not compile"; exit 1; }
            mkdir -p "$home/app/target/launcher/dist"
            cat "$home"/app/src/main/* >"$home/app/target/launcher/dist/belay.jar"
            """;

    private static final String JAVA =
            """
            #!/bin/sh
            cache=''
            for word; do
                case $word in
                    -XX:AOTCacheOutput=*) cache=${word#*=} ;;
                    training)
                        echo "noise"
                        echo "${0%/bin/java}" >>"$STUBS/trainings"
                        [ ! -e "$STUBS/no-cache" ] || exit 1
                        echo content >"$cache"
                        exit
                        ;;
                esac
            done
            printf 'pid %s\\n' $$
            for word; do printf '%s\\n' "$word"; done
            if [ -e "$STUBS/wait" ]; then
                trap 'exit 42' TERM
                echo waiting
                while :; do sleep 0.02; done
            fi
            exit "${STUB_EXIT:-0}"
            """;

    private final Path place;
    private final Map<String, String> environment = new LinkedHashMap<>();

    /// @param place an empty directory
    Checkout(Path place) throws IOException {
        this.place = place;
        Files.createDirectories(home().resolve("app/src/main"));
        Files.createDirectories(stubs());
        Files.copy(LAUNCHER, home().resolve("belay"));
        Files.writeString(home().resolve("pom.xml"), "<project/>");
        Files.writeString(home().resolve("app/pom.xml"), "<project/>");
        change("one");
        program(stubs().resolve("mvn"), MAVEN);
        environment.put("STUBS", stubs().toString());
        environment.put("PATH", stubs() + ":/usr/bin:/bin:/usr/sbin:/sbin");
        environment.put("HOME", Files.createDirectories(place.resolve("user")).toString());
        environment.put("XDG_CACHE_HOME", "");
        environment.put("JAVA_HOME", "");
        environment.put("BELAY_JAVA_HOME", jdk("jdk-25", "25.0.3").toString());
    }

    Path home() {
        return place.resolve("check out");
    }

    Path stubs() {
        return place.resolve("stubs");
    }

    Path launcher() {
        return home().resolve("belay");
    }

    /// Gives the only source file this content.
    void change(String source) throws IOException {
        Files.writeString(home().resolve("app/src/main/source"), source);
    }

    /// Makes the home of a JDK.
    Path jdk(String name, String version) throws IOException {
        return jdkAt(place.resolve(name), version);
    }

    Path jdkAt(Path jdk, String version) throws IOException {
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(
                jdk.resolve("release"),
                "IMPLEMENTOR=\"Us\"\nJAVA_VERSION=\"%s\"\n".formatted(version));
        program(jdk.resolve("bin/java"), JAVA);
        program(jdk.resolve("bin/javac"), "#!/bin/sh\nexit 1\n");
        return jdk;
    }

    /// Makes a stand-in behave as its script says where a file of this name is.
    void tell(String behavior) throws IOException {
        Files.createFile(stubs().resolve(behavior));
    }

    void untell(String behavior) throws IOException {
        Files.delete(stubs().resolve(behavior));
    }

    Checkout with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /// How often a stand-in did something: `builds` or `trainings`.
    int count(String what) throws IOException {
        Path log = stubs().resolve(what);
        return Files.exists(log) ? Files.readAllLines(log).size() : 0;
    }

    Ran run(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(launcher().toString()));
        command.addAll(List.of(words));
        return run(command);
    }

    Ran run(List<String> command) throws IOException, InterruptedException {
        return Ran.of(command, environment, LIMIT);
    }

    /// Starts the launcher, its two streams as pipes.
    Process start(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher().toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        return builder.start();
    }

    /// Waits until a stand-in has made this file.
    void await(String file) throws IOException, InterruptedException {
        try (WatchService made = stubs().getFileSystem().newWatchService()) {
            stubs().register(made, StandardWatchEventKinds.ENTRY_CREATE);
            while (!Files.exists(stubs().resolve(file))) {
                WatchKey key = made.poll(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
                if (key == null) {
                    throw new IOException("no stand-in made " + file + " within " + LIMIT);
                }
                key.pollEvents();
                key.reset();
            }
        }
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
