package dev.belay.app.cli.frame;

import dev.belay.system.World;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Everything that a run of `belay` is given from outside, as one value, so that tests give their
/// own.
///
/// @param environment the environment variables
/// @param launcher the path of the script that started this program; empty when there was none
/// @param terminal which of `in`, `out`, and `err` are terminals, separated by commas
/// @param world opened on first use: `--help` needs none
public record Surroundings(
        Map<String, String> environment,
        String launcher,
        String terminal,
        InputStream in,
        OutputStream out,
        OutputStream err,
        Supplier<World> world) {

    /// An environment variable; empty when it is unset or the empty text.
    public Optional<String> variable(String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    /// Whether `in`, `out`, or `err` is a terminal.
    public boolean isTerminal(String stream) {
        return ("," + terminal + ",").contains("," + stream + ",");
    }
}
