package dev.belay.proof.cases;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Programs;
import dev.belay.proof.program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Journals, directories, and modes as other programs and accidents leave them.
class JournalCasesTest {
    private static final int INVALID = 5;

    @TempDir Path root;
    private Fence fence;

    @BeforeEach
    void start() throws IOException {
        fence = new Fence(root);
    }

    @AfterEach
    void stop() {
        fence.close();
    }

    static List<Arguments> texts_that_are_no_journal() {
        String record =
                "{\"version\":1,\"records\":[{%s,\"name\":\"%s\",\"ownerBotId\":null,"
                        + "\"phase\":\"prepared\",\"requestedAt\":1,\"updatedAt\":1}]}";
        String id = "\"boxId\":\"bx_22222222\"";
        return List.of(
                Arguments.of("H-B04", "\0".repeat(700), "line 1, column 1"),
                Arguments.of(
                        "H-C01",
                        "\u00ef\u00bb\u00bf{\"version\":1,\"records\":[]}\n",
                        "byte-order"),
                Arguments.of("H-C04", record.formatted(id + "," + id, "n"), "twice"),
                Arguments.of("H-C06", record.formatted(id, "caf\u00e9"), "UTF-8"),
                Arguments.of("H-C08", "[".repeat(200_000) + "]".repeat(200_000), "deep"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts_that_are_no_journal")
    void what_is_no_journal_refuses_and_stays_as_it_is(String name, String text, String found)
            throws IOException {
        byte[] content = text.getBytes(ISO_8859_1);
        Path file = fence.put(Fence.JOURNAL, content);

        for (Ran ran : List.of(fence.request(1), fence.run("deletion", "list"))) {
            assertThat(ran.exit()).as(name).isEqualTo(INVALID);
            assertThat(ran.err()).contains("deletion/" + Fence.JOURNAL, found);
            assertThat(ran.err()).doesNotContain("\tat ", root.toString());
        }

        assertThat(Files.readAllBytes(file)).isEqualTo(content);
        assertThat(fence.deletes()).isZero();
    }

    /// H-B10.
    @Test
    void what_a_crash_left_beside_the_journal_is_no_record_and_is_removed() throws IOException {
        fence.put(Fence.JOURNAL, "{\"version\":1,\"records\":[]}\n".getBytes(UTF_8));
        String uuid = "3f0c2a54-1b7e-4c55-9a60-7d1e9b1f0a11";
        fence.put(Fence.LOCK + ".candidate-4194300-" + uuid, new byte[0]);
        fence.put("." + Fence.JOURNAL + ".tmp-" + uuid, "{".getBytes(UTF_8));
        fence.put("notes.txt", "mine".getBytes(UTF_8));

        assertThat(fence.run("deletion", "list").exit()).isZero();
        assertThat(fence.request(1).exit()).isZero();

        assertThat(fence.names()).contains("notes.txt");
        assertThat(fence.names()).noneMatch(name -> name.contains(uuid));
    }

    /// H-D01.
    @Test
    void a_linked_journal_is_refused_and_stays_a_link() throws IOException {
        Path real =
                Files.writeString(root.resolve("real.json"), "{\"version\":1,\"records\":[]}\n");
        Path link = fence.put(Fence.JOURNAL, new byte[0]);
        Files.delete(link);
        Files.createSymbolicLink(link, real);

        Ran ran = fence.request(1);

        assertThat(ran.exit()).isEqualTo(INVALID);
        assertThat(ran.err()).contains("is a symbolic link");
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(real).content().contains("[]");
        assertThat(fence.deletes()).isZero();
    }

    /// H-D03.
    @Test
    void nothing_is_left_to_the_umask() throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "umask 000; exec \"$@\"", "sh"));
        command.addAll(
                Programs.belay("deletion", "request", fence.id(1), "--name", "web-1", "--no-wait"));

        Ran ran = Ran.of(command, fence.environment(), Duration.ofMinutes(1));

        assertThat(ran.exit()).as(ran.err()).isEqualTo(4);
        try (Stream<Path> all = Files.walk(root)) {
            assertThat(all.filter(path -> !path.equals(root)).map(JournalCasesTest::mode))
                    .isNotEmpty()
                    .containsOnly("d rwx------", "f rw-------");
        }
    }

    /// H-I11: a list may be partial or late.
    @Test
    void a_list_of_computers_is_never_asked_for() {
        assertThat(fence.request(1).exit()).isZero();

        assertThat(fence.requests("GET", "/sandboxes")).isZero();
        assertThat(fence.requests("DELETE", "/sandboxes/" + fence.id(1))).isEqualTo(1);
    }

    private static String mode(Path path) {
        try {
            return (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) ? "d " : "f ")
                    + PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
