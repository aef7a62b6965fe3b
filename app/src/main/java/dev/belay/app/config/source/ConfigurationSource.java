package dev.belay.app.config.source;

import dev.belay.app.config.BindingKeys;
import dev.belay.app.config.Configuration;
import dev.belay.app.config.Keys;
import dev.belay.app.config.Setting;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.system.World;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Where settings come from: one file, and above it the environment.
///
/// - **Refuses:** a named file that is not there, and one that everybody may write: whoever can
///   change where deletions are sent owns the computers.
public final class ConfigurationSource {
    private static final int BYTES_MAX = 256 * 1024;
    private static final int WRITABLE_BY_OTHERS = 0002;

    private final World world;
    private final Map<String, String> environment;

    public ConfigurationSource(World world, Map<String, String> environment) {
        this.world = world;
        this.environment = environment;
    }

    /// Reads the file that was named, or the usual one if it is there.
    ///
    /// @param named from `--config`; relative to `directory`
    public Configuration read(Optional<String> named, Path directory) throws Refusal {
        Map<String, Setting> settings = new LinkedHashMap<>();
        Optional<Path> path = path(named, directory);
        if (path.isPresent()) {
            String label = String.valueOf(path.get().getFileName());
            Optional<BoundedFile> file = FollowedFile.read(world, path.get(), label, BYTES_MAX);
            if (file.isEmpty() && named.isPresent()) {
                throw SettingRefusals.of(label, "is not there", "name the file with --config");
            }
            if (file.isPresent()) {
                requireTrusted(file.get(), label);
                settings.putAll(YamlSettings.read(Keys.TABLE, file.get().bytes(), label));
            }
        }
        settings.putAll(EnvironmentSettings.read(environment));
        return new Configuration(settings);
    }

    /// Where the file is, or would be; empty where nobody can say.
    ///
    /// @param named from `--config`; relative to `directory`
    public Optional<Path> path(Optional<String> named, Path directory) {
        return named.map(directory::resolve).or(this::usualPath);
    }

    /// The settings of a binding; empty where it has no file. The environment changes none of them.
    ///
    /// @param file absolute, and named like the binding
    public Optional<Configuration> readBinding(Path file) throws Refusal {
        String label = "bindings/" + file.getFileName();
        Optional<BoundedFile> found = FollowedFile.read(world, file, label, BYTES_MAX);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        requireTrusted(found.get(), label);
        return Optional.of(parseBinding(found.get().bytes(), label));
    }

    /// The settings of a binding that a text holds.
    public Configuration parseBinding(byte[] text, String label) throws Refusal {
        return new Configuration(YamlSettings.read(BindingKeys.TABLE, text, label), label);
    }

    private static void requireTrusted(BoundedFile file, String label) throws Refusal {
        if ((file.status().permissions() & WRITABLE_BY_OTHERS) != 0) {
            throw SettingRefusals.of(
                    label, "may be written by everybody", "check it, then run chmod o-w on it");
        }
    }

    private Optional<Path> usualPath() {
        return variable("XDG_CONFIG_HOME")
                .map(Path::of)
                .filter(Path::isAbsolute)
                .or(() -> variable("HOME").map(home -> Path.of(home, ".config")))
                .map(base -> base.resolve("belay").resolve("belay.yaml"));
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }
}
