package dev.belay.app.binding;

import dev.belay.app.config.BindingKeys;
import dev.belay.app.config.Configuration;
import dev.belay.app.config.Key;
import dev.belay.connector.binding.Binding;
import java.util.ArrayList;
import java.util.List;
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
