package dev.belay.proof.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.proof.program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `belay install` with the jars of this build, and the copy that it leaves.
@Timeout(120)
class InstallTest {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Path JARS = REPOSITORY.resolve("app/target/dist");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /// The real JDK, but for the training of a cache, which takes seconds.
    private static final String JAVA =
            """
            #!/bin/sh
            for word; do case $word in -XX:AOTCacheOutput=*) exit 1 ;; esac; done
            exec 'HOME/bin/java' "$@"
            """;

    @TempDir Path place;
    private Path prefix;
    private Map<String, String> environment;

    @BeforeEach
    void build() throws IOException {
        assumeTrue(Files.exists(JARS.resolve("belay.jar")), "the program was not packaged before");
        prefix = place.resolve("pre fix");
        Path jdk = place.resolve("jdk");
        Files.createDirectories(jdk.resolve("bin"));
        Path home = Path.of(System.getProperty("java.home"));
        Files.copy(home.resolve("release"), jdk.resolve("release"));
        Path java =
                Files.writeString(jdk.resolve("bin/java"), JAVA.replace("HOME", home.toString()));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        environment = Map.of("BELAY_JAVA_HOME", jdk.toString());
    }

    @Test
    void the_copy_runs_and_its_completion_and_manual_page_are_valid() throws Exception {
        Ran ran = Ran.of(install(build("first"), prefix), Map.of(), LIMIT);

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("installed bin/belay\n");
        assertRuns("first");
        Path completion = prefix.resolve("share/bash-completion/completions/belay");
        assertThat(ran("bash", "-n", completion.toString())).isEqualTo(new Ran(0, "", ""));
        if (Files.exists(Path.of("/usr/bin/groff"))) {
            Path page = prefix.resolve("share/man/man1/belay.1");
            Ran read = ran("groff", "-man", "-ww", "-Tutf8", page.toString());
            assertThat(read.err()).isEmpty();
            assertThat(read.out()).contains("deletion").contains("request");
        }
    }

    @Test
    void a_kill_in_the_middle_leaves_the_old_copy_or_the_new() throws Exception {
        Ran.of(install(build("first"), prefix), Map.of(), LIMIT);
        List<String> again = install(build("second"), prefix);
        Process process = new ProcessBuilder(again).start();
        while (!Files.exists(prefix.resolve("lib/belay/second")) && process.isAlive()) {
            Thread.onSpinWait();
        }
        process.destroyForcibly().waitFor();
        assertRuns("first", "second");

        assertThat(Ran.of(again, Map.of(), LIMIT).exit()).isZero();

        assertRuns("second");
        try (Stream<Path> all = Files.walk(prefix)) {
            assertThat(all).noneMatch(each -> each.getFileName().toString().startsWith(".belay"));
        }
    }

    @Test
    void where_it_cannot_be_it_says_so_in_a_line_and_a_hint() throws Exception {
        Path file = Files.writeString(place.resolve("file"), "mine");
        for (Path wrong : List.of(file, file.resolve("below"), Path.of("/proc/belay"))) {
            Ran ran = Ran.of(install(build("first"), wrong), Map.of(), LIMIT);

            assertThat(ran.exit()).as(ran.out()).isEqualTo(1);
            assertThat(ran.out()).isEmpty();
            assertThat(ran.err()).startsWith("belay: PREFIX").contains("--prefix").hasLineCount(2);
        }
        assertThat(file).hasContent("mine");
    }

    /// The jars of this build under another name.
    private Path build(String name) throws IOException {
        Path build = place.resolve(name);
        if (!Files.exists(build)) {
            Files.createDirectory(build);
            try (Stream<Path> jars = Files.list(JARS)) {
                for (Path jar : jars.toList()) {
                    Files.copy(jar, build.resolve(jar.getFileName().toString()));
                }
            }
        }
        return build;
    }

    private static List<String> install(Path build, Path prefix) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dbelay.launcher=" + REPOSITORY.resolve("belay"),
                "-jar",
                build.resolve("belay.jar").toString(),
                "install",
                "--prefix",
                prefix.toString());
    }

    private void assertRuns(String... builds) throws IOException, InterruptedException {
        Ran ran = ran(prefix.resolve("bin/belay").toString(), "--version");
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).matches("belay \\d.*\n");
        assertThat(Files.readString(prefix.resolve("lib/belay/current")).strip())
                .isIn((Object[]) builds);
    }

    private Ran ran(String... command) throws IOException, InterruptedException {
        return Ran.of(List.of(command), environment, LIMIT);
    }
}
