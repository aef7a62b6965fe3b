package dev.belay.app.cli.connector;

import dev.belay.app.binding.BindingDefinition;
import dev.belay.app.binding.BindingReader;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.UsageFailure;
import dev.belay.app.config.BindingKeys;
import dev.belay.app.config.Configuration;
import dev.belay.app.config.Key;
import dev.belay.app.config.Setting;
import dev.belay.app.config.Value;
import dev.belay.app.config.source.ConfigurationSource;
import dev.belay.app.wiring.Bindings;
import dev.belay.connector.BindingName;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Where the settings of a run come from: its file, and above it the command line.
final class BindingSource {
    private static final Map<String, Key> OPTIONS =
            Map.of(
                    "--channel", BindingKeys.CHANNEL_TYPE,
                    "--engine", BindingKeys.ENGINE_TYPE);

    private final Session session;
    private final BindingName name;
    private final Optional<Path> file;

    BindingSource(Session session, Bindings bindings, BindingName name) {
        this.session = session;
        this.name = name;
        this.file = bindings.fileOf(name);
    }

    /// Reads them anew.
    BindingDefinition read() throws IOException {
        ConfigurationSource source =
                new ConfigurationSource(session.world(), session.surroundings().environment());
        Optional<Configuration> found =
                file.isEmpty() ? Optional.empty() : source.readBinding(file.get());
        Map<String, Setting> settings = new LinkedHashMap<>();
        for (Key key : BindingKeys.TABLE.all()) {
            found.flatMap(it -> it.setting(key)).ifPresent(it -> settings.put(key.name(), it));
        }
        for (Map.Entry<String, Key> option : OPTIONS.entrySet()) {
            Optional<String> word = session.arguments().text(option.getKey());
            if (word.isPresent()) {
                Key key = option.getValue();
                settings.put(key.name(), setting(option.getKey(), key, word.get()));
            } else if (found.isEmpty()) {
                throw missing();
            }
        }
        if (found.isPresent()) {
            requireSameChannel(found.get());
        }
        return BindingReader.read(name, new Configuration(settings, "bindings/" + name + ".yaml"));
    }

    private static Setting setting(String option, Key key, String word) throws UsageFailure {
        if (!key.words().contains(word)) {
            throw new UsageFailure(
                    "%s: there is no %s".formatted(option, word),
                    "One of: " + String.join(", ", key.words()) + ".");
        }
        return new Setting(key, new Value.Text(word), option);
    }

    /// What waits to be sent on one channel is nothing for another.
    private void requireSameChannel(Configuration found) throws UsageFailure {
        String type = found.required(BindingKeys.CHANNEL_TYPE);
        if (session.arguments().text("--channel").filter(it -> !it.equals(type)).isPresent()) {
            throw new UsageFailure(
                    "--channel: %s is a binding of %s, for good".formatted(name, type),
                    "Try the engine under another name: belay connector run %s-trial --channel"
                                    .formatted(name)
                            + " terminal --engine ENGINE.");
        }
    }

    private Refusal missing() {
        return new Refusal(
                ErrorCode.BINDING_NOT_FOUND,
                "bindings/" + name + ".yaml",
                "is not there",
                "`belay connector init %s` makes it; to try without one, say --channel terminal"
                                .formatted(name)
                        + " --engine echo");
    }
}
