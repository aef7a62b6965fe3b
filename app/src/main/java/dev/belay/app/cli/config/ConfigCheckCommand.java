package dev.belay.app.cli.config;

import dev.belay.app.binding.BindingDefinition;
import dev.belay.app.binding.BindingReader;
import dev.belay.app.cli.frame.Command;
import dev.belay.app.cli.frame.Description;
import dev.belay.app.cli.frame.Session;
import dev.belay.app.cli.frame.Style;
import dev.belay.app.config.Configuration;
import dev.belay.app.config.Key;
import dev.belay.app.config.Keys;
import dev.belay.app.config.Kind;
import dev.belay.app.config.SecretReference;
import dev.belay.app.config.source.ConfigurationSource;
import dev.belay.app.config.source.Secrets;
import dev.belay.app.wiring.Bindings;
import dev.belay.app.wiring.Providers;
import dev.belay.connector.BindingName;
import dev.belay.core.error.ExitCode;
import dev.belay.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `belay config check`: reads every setting and every secret, those of bindings too, makes the
/// provider of them, and says what is wrong.
public final class ConfigCheckCommand implements Command {
    @Override
    public Description description() {
        return Description.of("Checks the configuration, and that each secret can be read.")
                .details(
                        "Makes of it the provider that a deletion would use, and sends nothing"
                                + " anywhere.")
                .example("belay config check", "Check what the next command would use.")
                .example(
                        "belay config check --config new.yaml",
                        "Check a file before it is put in place.");
    }

    @Override
    public ExitCode run(Session session) throws IOException {
        Configuration configuration = session.configuration();
        Secrets secrets = new Secrets(session.world(), session.surroundings().environment());
        int set = 0;
        for (Key key : Keys.all()) {
            set += configuration.setting(key).isPresent() ? 1 : 0;
            Optional<SecretReference> secret = configuration.secret(key);
            if (key.kind() == Kind.SECRET && secret.isPresent()) {
                secrets.read(secret.get(), key.name());
            }
        }
        List<String> bindings = bindings(session, secrets);
        if (set > 0 || bindings.isEmpty()) {
            // Whoever only runs bots deletes nothing, and needs no provider.
            new Providers(configuration, secrets).check();
        }
        session.output()
                .line(
                        Style.GOOD.of("right")
                                + ": "
                                + set
                                + " of "
                                + Keys.all().size()
                                + " settings are set");
        bindings.forEach(
                name -> session.output().line(Style.GOOD.of("right") + ": binding " + name));
        session.output()
                .answer(
                        JsonObject.builder()
                                .put("set", set)
                                .put("bindings", bindings.size())
                                .build());
        return ExitCode.OK;
    }

    /// Checks the file of each binding, and its secrets.
    private static List<String> bindings(Session session, Secrets secrets) throws IOException {
        Optional<Path> files = session.bindingFiles();
        if (files.isEmpty()) {
            return List.of();
        }
        ConfigurationSource source =
                new ConfigurationSource(session.world(), session.surroundings().environment());
        List<String> names = new Bindings(session.world(), files.get(), files).withSettings();
        for (String name : names) {
            Optional<Configuration> found = source.readBinding(files.get().resolve(name + ".yaml"));
            if (found.isPresent()) {
                BindingDefinition definition =
                        BindingReader.read(new BindingName(name), found.get());
                for (Map.Entry<Key, SecretReference> secret : definition.secrets().entrySet()) {
                    secrets.read(secret.getValue(), secret.getKey().name());
                }
            }
        }
        return names;
    }
}
