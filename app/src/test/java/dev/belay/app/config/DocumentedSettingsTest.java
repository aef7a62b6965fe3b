package dev.belay.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.app.cli.CommandLineRun;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the pages show of a configuration can be copied and used.
class DocumentedSettingsTest {
    private static final Path DOCUMENTS = Path.of("..", "docs", "operating");

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"configuration.md", "providers.md"})
    void every_example_of_a_page_passes_the_check(String page) throws IOException {
        Path token = directory.resolve("token");
        Files.writeString(token, "a-token-of-many-letters");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        List<String> examples = examples(Files.readString(DOCUMENTS.resolve(page)));
        assertThat(examples).isNotEmpty();

        for (String example : examples) {
            Path file = directory.resolve("belay.yaml");
            Files.writeString(file, example.replaceAll("/etc/belay/[a-z]+\\.token", "" + token));
            CommandLineRun belay =
                    new CommandLineRun()
                            .in(LocalWorld.create())
                            .run("config", "check", "--config", file.toString());

            assertThat(belay.exit()).as(example + belay.err()).isZero();
        }
    }

    /// The indented blocks that begin with the section `deletion`.
    private static List<String> examples(String page) {
        List<String> examples = new ArrayList<>();
        StringBuilder block = new StringBuilder();
        for (String line : (page + "\n\n").split("\n", -1)) {
            if (line.startsWith("    ") && (!block.isEmpty() || line.equals("    deletion:"))) {
                block.append(line.substring(4)).append('\n');
            } else if (!block.isEmpty()) {
                examples.add(block.toString());
                block.setLength(0);
            }
        }
        return examples;
    }
}
