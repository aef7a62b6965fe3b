package dev.belay.app.root;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.system.Directory;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataRootTest {
    @TempDir Path directory;

    @Test
    void is_found_by_option_then_variable_then_the_user_s_directories() throws Refusal {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("HOME", "/users/u");
        assertThat(locate("", environment)).isEqualTo("/users/u/.local/state/belay");

        environment.put("XDG_STATE_HOME", "/state");
        assertThat(locate("", environment)).isEqualTo("/state/belay");

        environment.put("BELAY_HOME", "/var/lib/belay");
        assertThat(locate("", environment)).isEqualTo("/var/lib/belay");
        assertThat(locate("here", environment)).isEqualTo("/srv/here");
    }

    @Test
    void a_relative_xdg_directory_is_ignored_as_its_specification_says() throws Refusal {
        assertThat(locate("", Map.of("HOME", "/users/u", "XDG_STATE_HOME", "state")))
                .isEqualTo("/users/u/.local/state/belay");
    }

    @Test
    void without_any_place_it_says_what_to_give() {
        assertThatThrownBy(() -> locate("", Map.of()))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("BELAY_HOME");
    }

    @Test
    void looking_makes_nothing() throws IOException {
        Path path = directory.resolve("root");

        assertThat(root(path).open()).isEmpty();
        assertThat(path).doesNotExist();
    }

    @Test
    void a_new_root_is_private_and_says_its_version() throws IOException {
        Path path = directory.resolve("a").resolve("root");

        root(path).create().close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rwx------");
        assertThat(Files.readString(path.resolve("belay-root.json")))
                .isEqualTo("{\"format\":\"belay-root\",\"version\":1}\n");
        try (Directory opened = root(path).open().orElseThrow()) {
            assertThat(opened.label()).isEmpty();
        }
    }

    @Test
    void a_root_of_the_future_is_refused_and_left_as_it_is() throws IOException {
        root(directory).create().close();
        Path version = directory.resolve("belay-root.json");
        Files.writeString(version, "{\"format\":\"belay-root\",\"version\":2}");

        for (boolean write : new boolean[] {false, true}) {
            assertThatThrownBy(() -> use(write))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal ->
                                    assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_TOO_NEW))
                    .hasMessageContaining("says version 2");
        }
        assertThat(Files.readString(version)).contains("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "{\"format\":\"other\",\"version\":1}",
                "{\"format\":\"belay-root\",\"version\":0}",
                "{\"format\":\"belay-root\",\"version\":\"1\"}",
                "{\"format\":\"belay-root\",\"version\":1",
            })
    void a_version_that_cannot_be_read_is_refused(String text) throws IOException {
        root(directory).create().close();
        Files.writeString(directory.resolve("belay-root.json"), text);

        assertThatThrownBy(() -> use(false))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_INVALID));
    }

    private void use(boolean write) throws IOException {
        if (write) {
            root(directory).create().close();
        } else {
            root(directory).open().ifPresent(Directory::close);
        }
    }

    private static DataRoot root(Path path) {
        return new DataRoot(LocalWorld.create(), path);
    }

    private static String locate(String named, Map<String, String> environment) throws Refusal {
        return DataRoot.locate(
                        Optional.of(named).filter(name -> !name.isEmpty()),
                        environment,
                        Path.of("/srv"))
                .toString();
    }
}
