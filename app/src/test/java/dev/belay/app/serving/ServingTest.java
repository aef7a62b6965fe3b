package dev.belay.app.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.app.binding.BindingDefinition;
import dev.belay.app.binding.BindingReader;
import dev.belay.app.config.BindingKeys;
import dev.belay.app.config.Configuration;
import dev.belay.app.config.Setting;
import dev.belay.app.config.Value;
import dev.belay.connector.BindingName;
import dev.belay.connector.Snowflake;
import dev.belay.connector.custody.Observer;
import dev.belay.connector.terminal.Dialogue;
import dev.belay.connector.terminal.TerminalChannel;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.PrivateDirectory;
import dev.belay.system.Directory;
import dev.belay.system.World;
import dev.belay.system.local.LocalWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServingTest {
    private static final BindingName NAME = new BindingName("support");

    private static final Dialogue SILENT =
            new Dialogue() {
                @Override
                public Optional<String> read() {
                    return Optional.empty();
                }

                @Override
                public void write(String text) {}
            };

    private final World world = LocalWorld.create();

    @TempDir Path root;

    private static BindingDefinition terminal() throws Refusal {
        Map<String, Setting> settings =
                Map.of(
                        BindingKeys.CHANNEL_TYPE.name(),
                        new Setting(BindingKeys.CHANNEL_TYPE, new Value.Text("terminal"), "test"),
                        BindingKeys.ENGINE_TYPE.name(),
                        new Setting(BindingKeys.ENGINE_TYPE, new Value.Text("echo"), "test"));
        return BindingReader.read(NAME, new Configuration(settings));
    }

    @Test
    void settings_that_cannot_be_read_again_are_written_down_as_refused() throws IOException {
        Path path = root.resolve("support");
        try (Directory directory = PrivateDirectory.create(world, path, NAME.label());
                Serving serving = serving(path, directory)) {
            assertThatThrownBy(() ->
                            serving.reload(() -> {
                                throw new IOException("the disk is gone");
                            }))
                    .hasMessage("the disk is gone");
            assertThat(serving.reload(ServingTest::terminal)).isEmpty();
        }

        assertThat(Files.readAllLines(path.resolve("reloads.jsonl")))
                .hasSize(2)
                .satisfiesExactly(
                        line -> assertThat(line).contains("refused", "the disk is gone"),
                        line -> assertThat(line).contains("applied"));
    }

    private Serving serving(Path path, Directory directory) throws IOException {
        return Serving.open(
                new Serving.Place(world, path, directory, () -> {}),
                terminal(),
                new Serving.Parts(
                        new EngineMaker(world, Map.of()),
                        _ -> new TerminalChannel(SILENT, world.clock(), new Snowflake(0)),
                        Observer.none(),
                        _ -> {}));
    }
}
