package dev.belay.app.serving;

import dev.belay.app.binding.BindingDefinition;
import dev.belay.app.config.BindingKeys;
import dev.belay.app.config.Key;
import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import java.util.List;

/// The settings that hold for a whole run: who we are, and what was opened at the start.
final class Fixed {
    private static final List<Key> KEYS =
            List.of(
                    BindingKeys.NAME,
                    BindingKeys.CHANNEL_TYPE,
                    BindingKeys.CHANNEL_TOKEN,
                    BindingKeys.CHANNEL_API_URL,
                    BindingKeys.CHANNEL_GATEWAY_URL,
                    BindingKeys.NONCE_WINDOW,
                    BindingKeys.METRICS_PORT);

    private Fixed() {}

    static void requireSame(BindingDefinition before, BindingDefinition after) throws Refusal {
        List<String> differences = before.differences(after);
        for (Key key : KEYS) {
            if (differences.contains(key.name())) {
                throw new Refusal(
                        ErrorCode.USAGE,
                        after.settings().setting(key).map(it -> it.origin()).orElse(key.name()),
                        key.name() + " has changed, which needs a start",
                        "stop the binding and start it again, or put the old value back");
            }
        }
    }
}
