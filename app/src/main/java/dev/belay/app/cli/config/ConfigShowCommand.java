package dev.belay.app.cli.config;

import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Output;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Style;
import dev.belay.app.cli.frame.Table;
import dev.belay.app.config.Configuration;
import dev.belay.app.config.ConfigurationSchema;
import dev.belay.app.config.Key;
import dev.belay.app.config.Keys;
import dev.belay.app.config.Setting;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import java.io.IOException;
import java.util.Optional;

/// `belay config show`: every key, what holds, and who set it.
public final class ConfigShowCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Shows every setting: what holds, and who set it.")
                .flag("--schema", "Show the JSON Schema of the configuration file instead.")
                .example("belay config show", "What would the next command use?")
                .example(
                        "belay config show --schema > belay.schema.json",
                        "Let an editor check and complete the file.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        Output output = session.output();
        if (session.arguments().has("--schema")) {
            output.raw(ConfigurationSchema.text());
            return ExitCode.OK;
        }
        Configuration configuration = session.configuration();
        JsonObject.Builder settings = JsonObject.builder();
        Table table = new Table("KEY", "VALUE", "SET BY");
        for (Key key : Keys.all()) {
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
}
