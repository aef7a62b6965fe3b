package dev.belay.app.cli.config;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Style;
import dev.belay.app.cli.frame.Table;
import dev.belay.app.config.BindingKeys;
import dev.belay.app.config.Configuration;
import dev.belay.app.config.ConfigurationSchema;
import dev.belay.app.config.Key;
import dev.belay.app.config.KeyTable;
import dev.belay.app.config.Keys;
import dev.belay.app.config.Setting;
import dev.belay.app.config.source.ConfigurationSource;
import dev.belay.app.wiring.Bindings;
import dev.belay.connector.BindingName;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// `belay config show`: every key, what holds, and who set it.
public final class ConfigShowCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Shows every setting: what holds, and who set it.")
                .optional("BINDING", "The settings of that binding instead.")
                .flag("--schema", "Show the JSON Schema of the file instead.")
                .example("belay config show", "What would the next command use?")
                .example(
                        "belay config show --schema > belay.schema.json",
                        "Let an editor check and complete the file.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        Output output = session.output();
        Optional<String> binding = session.arguments().optional(0);
        if (session.arguments().has("--schema")) {
            output.raw(
                    binding.isPresent()
                            ? ConfigurationSchema.ofBinding()
                            : ConfigurationSchema.text());
            return ExitCode.OK;
        }
        Configuration configuration =
                binding.isPresent() ? of(session, binding.get()) : session.configuration();
        KeyTable keys = binding.isPresent() ? BindingKeys.TABLE : Keys.TABLE;
        JsonObject.Builder settings = JsonObject.builder();
        Table table = new Table("KEY", "VALUE", "SET BY");
        for (Key key : keys.all()) {
            Optional<Setting> setting = configuration.setting(key);
            String value = setting.map(each -> each.value().written()).orElse(key.usual());
            String origin = setting.map(Setting::origin).orElse("");
            table.row(key.name(), value.isEmpty() ? "-" : value, origin.isEmpty() ? "-" : origin);
            settings.put(
                    key.name(),
                    JsonObject.builder().put("value", value).put("setBy", origin).build());
        }
        table.print(output);
        output.line(Style.FAINT.of("A value that nobody set is the usual one; - is none."));
        output.answer(JsonObject.builder().put("settings", settings.build()).build());
        return ExitCode.OK;
    }

    /// The settings of a binding; those that are usual where it has no file.
    private static Configuration of(Session session, String word) throws IOException {
        BindingName name = Bindings.name(word);
        Optional<Path> file =
                session.bindingFiles().map(files -> files.resolve(name.value() + ".yaml"));
        ConfigurationSource source =
                new ConfigurationSource(session.world(), session.surroundings().environment());
        Optional<Configuration> found =
                file.isEmpty() ? Optional.empty() : source.readBinding(file.get());
        return found.orElseGet(() -> new Configuration(Map.of()));
    }
}
