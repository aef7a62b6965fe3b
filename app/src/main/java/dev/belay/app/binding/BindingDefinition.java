package dev.belay.app.binding;

import dev.belay.app.config.BindingKeys;
import dev.belay.app.config.Configuration;
import dev.belay.app.config.Key;
import dev.belay.app.config.SecretReference;
import dev.belay.connector.binding.Binding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything that the file of a binding says.
///
/// @param metricsPort empty for no metrics
/// @param settings what it was made of
public record BindingDefinition(
        Binding binding,
        ChannelChoice channel,
        EngineChoice engine,
        Optional<Integer> metricsPort,
        Configuration settings) {

    /// Where its secrets are, by the key that says so.
    public Map<Key, SecretReference> secrets() {
        Map<Key, SecretReference> secrets = new LinkedHashMap<>();
        if (channel instanceof ChannelChoice.Discord discord) {
            secrets.put(BindingKeys.CHANNEL_TOKEN, discord.token());
        }
        if (engine instanceof EngineChoice.Chat chat) {
            chat.token().ifPresent(token -> secrets.put(BindingKeys.ENGINE_TOKEN, token));
        }
        return secrets;
    }

    /// The names of the settings that differ.
    public List<String> differences(BindingDefinition other) {
        List<String> names = new ArrayList<>();
        for (Key key : BindingKeys.TABLE.all()) {
            if (!written(key).equals(other.written(key))) {
                names.add(key.name());
            }
        }
        return names;
    }

    private String written(Key key) {
        return settings.setting(key).map(it -> it.value().written()).orElse(key.usual());
    }
}
