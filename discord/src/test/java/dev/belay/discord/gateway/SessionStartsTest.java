package dev.belay.discord.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.DurableFile;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionStartsTest {
    private final World world = LocalWorld.create();

    @TempDir private Path path;
    private Directory directory;

    @BeforeEach
    void open() throws IOException {
        directory = world.disk().open(path, "binding");
    }

    private SessionStarts starts() {
        return new SessionStarts(directory, world);
    }

    private void write(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (OpenFile file =
                directory.open(SessionStarts.FILE, 0600, OpenOption.WRITE, OpenOption.CREATE)) {
            file.write(bytes, 0, bytes.length, 0);
        }
    }

    @Test
    void the_next_owner_knows_of_the_starts_of_the_last() throws IOException {
        assertThat(starts().hold()).isZero();
        for (int i = 0; i < 12; i++) {
            starts().add();
        }

        assertThat(starts().hold()).isGreaterThan(Duration.ofSeconds(30));
        assertThat(Files.readString(path.resolve(SessionStarts.FILE)))
                .startsWith("{\"starts\":[\"20")
                .endsWith("Z\"]}\n");
    }

    @Test
    void the_file_does_not_grow_for_ever() throws IOException {
        String one = "\"2026-01-01T00:00:00.000Z\"";
        write("{\"starts\":[" + (one + ",").repeat(Starting.STARTS_MAX - 1) + one + "]}");
        long before = Files.size(path.resolve(SessionStarts.FILE));

        starts().add();

        assertThat(Files.size(path.resolve(SessionStarts.FILE))).isLessThanOrEqualTo(before + 1);
        assertThat(starts().hold()).isGreaterThan(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}",
                "{\"starts\":3}",
                "{\"starts\":[3]}",
                "{\"starts\":[\"yesterday\"]}"
            })
    void a_file_that_cannot_be_read_is_refused_and_left(String text) throws IOException {
        write(text);

        Refusal refusal = catchThrowableOfType(Refusal.class, () -> starts().hold());

        assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_INVALID);
        assertThat(refusal).hasMessageStartingWith("binding/sessions.json: ");
        assertThat(catchThrowableOfType(Refusal.class, () -> starts().add())).isNotNull();
        assertThat(Files.readString(path.resolve(SessionStarts.FILE))).isEqualTo(text);
    }

    @Test
    void what_a_killed_owner_left_half_written_is_removed() throws IOException {
        starts().add();
        String leftover = ".sessions.json.tmp-00000000-0000-4000-8000-000000000000";
        Files.writeString(path.resolve(leftover), "{");
        assertThat(DurableFile.isTemporary(SessionStarts.FILE, leftover)).isTrue();

        starts().tidy();

        try (var files = Files.list(path)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactly(SessionStarts.FILE);
        }
    }
}
