package dev.belay.staging.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.Refusal;
import dev.belay.staging.receipt.ClaimNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimsDirectoryTest {
    @TempDir Path directory;
    private FakeLeaseTool tool;

    @BeforeEach
    void make() throws IOException {
        tool = new FakeLeaseTool(directory);
    }

    private ClaimNamespace capture(String platform, Map<String, String> environment)
            throws IOException {
        return new ClaimsDirectory(
                        tool.world().disk(), new LeaseSurroundings(platform, environment))
                .capture(tool.source.toString());
    }

    private String place(String platform, Map<String, String> environment) throws IOException {
        return capture(platform, environment).directory();
    }

    @Test
    void claims_are_where_the_lease_tool_says() throws IOException {
        Map<String, String> home = Map.of("HOME", "/h/u");

        assertThat(place("linux", home)).isEqualTo("/h/u/.config/crabbox/state/claims");
        assertThat(place("linux", Map.of("HOME", "/h/u", "XDG_CONFIG_HOME", "/c/")))
                .isEqualTo("/c/crabbox/state/claims");
        assertThat(place("linux", Map.of("XDG_CONFIG_HOME", "/c", "XDG_STATE_HOME", "/s/../t//u")))
                .isEqualTo("/t/u/crabbox/claims");
        assertThat(place("linux", Map.of("XDG_STATE_HOME", "rel")))
                .isEqualTo(tool.source + "/rel/crabbox/claims");
        assertThat(place("darwin", Map.of("HOME", "/U/u", "XDG_CONFIG_HOME", "/c")))
                .isEqualTo("/U/u/Library/Application Support/crabbox/state/claims");
    }

    @Test
    void a_place_that_nobody_can_tell_is_refused() {
        assertThatThrownBy(() -> place("linux", Map.of("XDG_CONFIG_HOME", "rel")))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("not a whole path");
        assertThatThrownBy(() -> place("linux", Map.of())).hasMessageContaining("without HOME");
        assertThatThrownBy(() -> place("", Map.of("HOME", "/h")))
                .hasMessageContaining("not known on this system");
    }

    @Test
    void the_anchor_is_the_deepest_directory_that_is_there_without_links() throws IOException {
        Path real = Files.createDirectories(tool.directory.resolve("real"));
        Path link = Files.createSymbolicLink(tool.directory.resolve("link"), Path.of("real"));

        ClaimNamespace captured = capture("linux", Map.of("XDG_STATE_HOME", link.toString()));

        assertThat(captured.cwd()).isEqualTo(tool.source.toString());
        assertThat(captured.directory()).isEqualTo(link + "/crabbox/claims");
        assertThat(captured.anchor().path()).isEqualTo(real.toString());
        assertThat(captured.anchor().identity().inode())
                .isEqualTo(Files.getAttribute(real, "unix:ino").toString());
    }

    @Test
    void links_that_lead_round_and_files_on_the_way_are_refused() throws IOException {
        Files.createSymbolicLink(tool.directory.resolve("round"), Path.of("round"));
        Files.createFile(tool.directory.resolve("file"));

        assertThatThrownBy(
                        () -> place("linux", Map.of("XDG_STATE_HOME", tool.directory + "/round")))
                .hasMessageContaining("too many links");
        assertThatThrownBy(() -> place("linux", Map.of("XDG_STATE_HOME", tool.directory + "/file")))
                .hasMessageContaining("leads to a regular file");
    }
}
