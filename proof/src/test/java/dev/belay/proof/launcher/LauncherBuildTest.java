package dev.belay.proof.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Builds that meet, are killed, or fail, with `flock` and on a machine that has none.
@Timeout(120)
class LauncherBuildTest {
    private static final List<String> TOOLS =
            List.of(
                    "sh",
                    "cat",
                    "chmod",
                    "cp",
                    "find",
                    "grep",
                    "head",
                    "ln",
                    "mkdir",
                    "mv",
                    "ps",
                    "readlink",
                    "rm",
                    "sha256sum",
                    "sleep",
                    "sync",
                    "uname");

    @TempDir Path place;
    private Checkout checkout;
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void checkout() throws IOException {
        checkout = new Checkout(place);
    }

    @AfterEach
    void end_all() {
        started.forEach(LauncherBuildTest::killAll);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void two_first_uses_at_once_build_once(boolean flock) throws Exception {
        use(flock);
        hold();
        Process first = start();
        checkout.await("building");
        Process second = start();
        awaitSecond(second, flock);

        release();

        assertThat(first.waitFor()).isZero();
        assertThat(second.waitFor()).isZero();
        assertThat(checkout.count("builds")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_build_that_was_killed_is_done_again_and_blocks_nobody(boolean flock) throws Exception {
        use(flock);
        hold();
        Process first = start();
        checkout.await("building");
        killAll(first);
        checkout.untell("hold");

        Ran next = checkout.run("list");

        assertThat(next.exit()).as(next.err()).isZero();
        assertThat(next.out()).endsWith("\nlist\n");
        assertThat(checkout.count("builds")).isEqualTo(2);
        assertTidy();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_failed_build_says_why_and_is_tried_again(boolean flock) throws Exception {
        use(flock);
        checkout.tell("broken");
        Ran failed = checkout.run("list");
        assertThat(failed.exit()).isEqualTo(1);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.err())
                .contains("[ERROR] it does not compile", "the whole log is in", "build.log");

        checkout.untell("broken");

        assertThat(checkout.run("list").exit()).isZero();
        assertThat(checkout.run("list").err()).isEmpty();
        assertThat(checkout.count("builds")).isEqualTo(2);
        assertTidy();
    }

    private void use(boolean flock) throws IOException {
        if (!flock) {
            Path tools = Files.createDirectory(place.resolve("tools"));
            for (String tool : TOOLS) {
                Files.copy(
                        Path.of("/usr/bin", tool).toRealPath(),
                        tools.resolve(tool),
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
            checkout.with("PATH", checkout.stubs() + ":" + tools);
        }
    }

    private Process start() throws IOException {
        Process process = checkout.start("list");
        started.add(process);
        return process;
    }

    private void hold() throws IOException, InterruptedException {
        assertThat(
                        new ProcessBuilder("mkfifo", checkout.stubs().resolve("hold").toString())
                                .start()
                                .waitFor())
                .isZero();
    }

    /// Lets the build go on; returns when it has read the word.
    private void release() throws IOException {
        Files.writeString(checkout.stubs().resolve("hold"), "go\n");
    }

    /// Until the second has come to the lock: it says so, or looks again and again.
    private static void awaitSecond(Process second, boolean flock) throws IOException {
        if (flock) {
            assertThat(second.errorReader().readLine()).contains("waiting for another build");
        } else {
            while (second.toHandle().descendants().findAny().isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }

    private void assertTidy() throws IOException {
        try (Stream<Path> all = Files.list(checkout.home().resolve("dist"))) {
            assertThat(all.map(each -> each.getFileName().toString()))
                    .allMatch(name -> name.matches("[0-9a-f]+|current|stamp|lock|build\\.log"));
        }
    }

    private static void killAll(Process process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join());
        process.onExit().join();
    }
}
