package dev.belay.staging.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.Refusal;
import dev.belay.staging.life.Roots;
import dev.belay.staging.life.SyncRoot;
import dev.belay.system.Directory;
import dev.belay.system.OpenFile;
import dev.belay.system.OpenOption;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PositionTest {
    private static final String NAME = "openclaw-crabbox-sync-a";

    private SyncRoot root;

    @BeforeEach
    void open() throws IOException {
        root = Roots.open(Roots.host().start("looker"));
    }

    @Test
    void a_position_is_read_as_it_was_written() throws IOException {
        assertThat(Position.read(root)).isEmpty();
        Position.write(root, NAME);
        assertThat(Position.read(root)).contains(NAME);

        Position.write(root, null);

        assertThat(Position.read(root)).isEmpty();
        assertThat(Roots.tree(root.directory()))
                .containsExactly(
                        ".belay",
                        ".belay/proving",
                        ".belay/removing",
                        ".belay/tmp",
                        Cursor.DIRECTORY,
                        Cursor.DIRECTORY + "/" + Cursor.FILE);
    }

    @Test
    void what_is_not_a_position_of_this_directory_is_left_as_it_is() throws IOException {
        Position.write(root, NAME);
        Directory directory = root.directory();
        directory.rename(Cursor.DIRECTORY, directory, "copy");
        directory.makeDirectory(Cursor.DIRECTORY, 0700);
        try (Directory copy = directory.openDirectory("copy");
                Directory own = directory.openDirectory(Cursor.DIRECTORY)) {
            copy.rename(Cursor.FILE, own, Cursor.FILE);
        }
        refused();
    }

    @Test
    void a_damaged_position_is_left_as_it_is() throws IOException {
        Position.write(root, NAME);
        try (Directory own = root.directory().openDirectory(Cursor.DIRECTORY);
                OpenFile file = own.open(Cursor.FILE, 0600, OpenOption.WRITE)) {
            file.write("[".getBytes(UTF_8), 0, 1, 0);
        }
        refused();
    }

    private void refused() throws IOException {
        String before = text();

        assertThatThrownBy(() -> Position.read(root)).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> Position.write(root, null)).isInstanceOf(Refusal.class);

        assertThat(text()).isEqualTo(before);
    }

    private String text() throws IOException {
        try (Directory own = root.directory().openDirectory(Cursor.DIRECTORY);
                OpenFile file = own.open(Cursor.FILE, 0, OpenOption.READ)) {
            byte[] bytes = new byte[4_096];
            return new String(bytes, 0, file.read(bytes, 0, bytes.length, 0), UTF_8);
        }
    }
}
