package dev.belay.system.local;

import static dev.belay.system.DiskUnderTest.assertFails;
import static dev.belay.system.DiskUnderTest.content;
import static dev.belay.system.DiskUnderTest.createFile;
import static dev.belay.system.DiskUnderTest.put;
import static dev.belay.system.DiskUnderTest.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.belay.system.Directory;
import dev.belay.system.Errno;
import dev.belay.system.FileKind;
import dev.belay.system.FileStatus;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What only the real disk can show: descriptors, other processes, interrupts, special files.
@EnabledOnOs(OS.LINUX)
class LocalDiskProcessTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir private Path path;
    private Directory root;

    @BeforeEach
    void open() throws IOException {
        root = LocalWorld.create().disk().open(path, "");
    }

    @AfterEach
    void close() {
        root.close();
    }

    @Test
    void every_descriptor_is_close_on_exec_and_never_waits() throws Exception {
        root.makeDirectory("below", 0700);
        try (OpenFile file = createFile(root, "file");
                OpenFile itself = root.open(".", 0, OpenOption.READ);
                Directory below = root.openDirectory("below");
                Stream<String> names = below.names()) {
            assertThat(names.iterator().hasNext()).isFalse();
            List<String> ofBelow = Descriptors.of(path.resolve("below"));
            List<String> ofRoot = Descriptors.of(path);
            List<String> ofFile = Descriptors.of(path.resolve("file"));

            assertThat(List.of(ofBelow.size(), ofRoot.size(), ofFile.size()))
                    .containsExactly(2, 2, 1);
            int expected = Abi.O_CLOEXEC | Abi.O_NONBLOCK;
            for (List<String> numbers : List.of(ofBelow, ofRoot, ofFile)) {
                for (String number : numbers) {
                    assertThat(Descriptors.flags(number) & expected).isEqualTo(expected);
                }
            }
            assertThat(file.status().isSameFile(itself.status())).isFalse();
        }
    }

    @Test
    void nothing_stays_open() throws Exception {
        put(root, "file", "content");
        root.makeDirectory("below", 0700);
        root.openDirectory("below").close();
        root.names().close();
        assertFails(Errno.ENOTDIR, () -> root.openDirectory("file"));

        assertThat(Descriptors.of(path.resolve("file"))).isEmpty();
        assertThat(Descriptors.of(path.resolve("below"))).isEmpty();
        assertThat(Descriptors.of(path)).hasSize(1);
        root.close();
        assertThat(Descriptors.of(path)).isEmpty();
    }

    @Test
    @SuppressWarnings("try") // Closing by hand is what is tested.
    void a_child_keeps_no_lock_alive() throws Exception {
        try (OpenFile holder = createFile(root, "file");
                OpenFile other = root.open("file", 0, OpenOption.READ)) {
            assertThat(holder.tryLock()).isTrue();
            Process child = new ProcessBuilder("sleep", "1000").start();
            try {
                holder.close();

                assertThat(other.tryLock()).isTrue();
                assertThat(child.isAlive()).isTrue();
            } finally {
                child.destroyForcibly();
            }
        }
    }

    @Test
    void a_killed_process_drops_its_lock() throws Exception {
        put(root, "file", "content");
        Process child = lockHolder("file");
        try (OpenFile file = root.open("file", 0, OpenOption.READ)) {
            assertThat(file.tryLock()).isFalse();

            child.destroyForcibly(); // SIGKILL

            assertThat(file.lock(LONG)).isTrue();
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).isEqualTo(128 + 9);
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void a_lock_of_another_process_is_waited_for_in_vain() throws Exception {
        put(root, "file", "content");
        Process child = lockHolder("file");
        try (OpenFile file = root.open("file", 0, OpenOption.READ)) {
            assertThat(file.lock(Duration.ofMillis(50))).isFalse();
            assertThat(child.isAlive()).isTrue();
        } finally {
            child.destroyForcibly();
        }
    }

    /// A JVM that has locked the file.
    private Process lockHolder(String name) throws IOException {
        Process child = ChildJvm.start(LockHolder.class, List.of(path.toString(), name));
        BufferedReader output = child.inputReader();
        assertThat(output.readLine()).isEqualTo("locked");
        return child;
    }

    @Test
    void making_the_world_binds_nothing() throws Exception {
        Process child = ChildJvm.start(WorldMaker.class, List.of(), "-Xlog:class+load");

        String loaded = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(child.waitFor()).isZero();
        assertThat(loaded).contains("dev.belay.system.local.LocalWorld");
        assertThat(loaded).doesNotContain("dev.belay.system.local.Posix");
    }

    @Test
    void a_pipe_is_opened_without_waiting_for_its_peer() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", path.resolve("pipe").toString()).start().waitFor())
                .isZero();

        assertTimeoutPreemptively(
                LONG,
                () -> {
                    try (OpenFile pipe = root.open("pipe", 0, OpenOption.READ)) {
                        assertThat(pipe.status().kind()).isEqualTo(FileKind.PIPE);
                        assertThat(catchThrowable(() -> pipe.read(new byte[1], 0, 1, 0)))
                                .as("an errno without a name of its own says its number")
                                .hasMessage("read pipe: failed (OTHER, error 29)");
                    }
                    assertFails(Errno.ENXIO, () -> root.open("pipe", 0, OpenOption.WRITE));
                });
    }

    @Test
    void special_files_are_told_apart() throws Exception {
        var address = UnixDomainSocketAddress.of(path.resolve("socket"));
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                Directory devices = LocalWorld.create().disk().open(Path.of("/dev"), "dev")) {
            socket.bind(address);

            assertThat(root.status("socket").orElseThrow().kind()).isEqualTo(FileKind.SOCKET);
            assertFails(Errno.ENXIO, () -> root.open("socket", 0, OpenOption.READ));
            assertThat(devices.status("null").orElseThrow().kind()).isEqualTo(FileKind.DEVICE);
        }
    }

    @Test
    void an_interrupt_disturbs_no_call_and_stays_set() throws Exception {
        try (OpenFile file = createFile(root, "file");
                OpenFile other = root.open("file", 0, OpenOption.READ)) {
            Thread.currentThread().interrupt();

            write(file, "content", 0);
            file.sync();
            root.sync();
            assertThat(file.tryLock()).isTrue();
            assertThat(content(file)).isEqualTo("content");
            assertThat(other.lock(Duration.ofMillis(20))).isFalse();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(other.tryLock()).as("the lock is still held").isFalse();
        }
    }

    /// The JDK and `stat` see the same numbers: the layout of the status is right.
    @Test
    void the_status_agrees_with_the_jdk() throws Exception {
        put(root, "file", "content");
        root.link("file", "other");
        Map<String, Object> jdk = Files.readAttributes(path.resolve("file"), "unix:*");

        FileStatus status = root.status("file").orElseThrow();

        assertThat(status.device()).isEqualTo(number(jdk, "dev"));
        assertThat(status.inode()).isEqualTo(number(jdk, "ino"));
        assertThat(status.links()).isEqualTo(number(jdk, "nlink"));
        assertThat(status.owner()).isEqualTo(number(jdk, "uid"));
        assertThat(status.owner()).isEqualTo(LocalWorld.create().processes().ownUser());
        assertThat(status.sizeBytes()).isEqualTo(number(jdk, "size"));
        assertThat((long) status.permissions()).isEqualTo(number(jdk, "mode") & 07777);
        assertThat(FileTime.from(status.modified())).isEqualTo(jdk.get("lastModifiedTime"));
        assertThat(FileTime.from(status.changed())).isEqualTo(jdk.get("ctime"));
    }

    private static long number(Map<String, Object> attributes, String name) {
        return ((Number) Objects.requireNonNull(attributes.get(name))).longValue();
    }

    @Test
    void a_path_beyond_ascii_is_passed_on_byte_by_byte() throws Exception {
        String name = "caf\u00e9 \udcff %41?#";
        root.makeDirectory(name, 0700);
        Path below;
        try (Stream<Path> all = Files.list(path)) {
            below = all.findFirst().orElseThrow();
        }

        try (Directory opened = LocalWorld.create().disk().open(below, "")) {
            assertThat(opened.status().isSameFile(root.status(name).orElseThrow())).isTrue();
        }
    }

    @Test
    void the_empty_path_is_the_working_directory() throws Exception {
        try (Directory here = LocalWorld.create().disk().open(Path.of(""), "");
                Directory same =
                        LocalWorld.create().disk().open(Path.of("").toAbsolutePath(), "")) {
            assertThat(here.status()).isEqualTo(same.status());
        }
    }

    /// Were it cut off to fit, it would be the path of another directory, one that is there.
    @Test
    void a_path_too_long_for_the_kernel_is_not_cut_off() {
        Path longer = Path.of("/" + "./".repeat(3000) + "tmp");

        assertFails(Errno.ENAMETOOLONG, () -> LocalWorld.create().disk().open(longer, ""));
    }
}
