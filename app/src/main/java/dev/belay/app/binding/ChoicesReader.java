package dev.belay.app.binding;

import dev.belay.app.config.BindingKeys;
import dev.belay.app.config.Configuration;
import dev.belay.app.config.Key;
import dev.belay.connector.engine.ChatEngine;
import dev.belay.connector.engine.ChatEngine.Delivery;
import dev.belay.connector.engine.CommandEngine.Form;
import dev.belay.core.error.Refusal;
import dev.belay.system.program.Programs.Complaints;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Reads which channel and which engine a binding has.
final class ChoicesReader {
    private static final int BYTES_MAX = 16 << 20;
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    private final Configuration settings;

    ChoicesReader(Configuration settings) {
        this.settings = settings;
    }

    ChannelChoice channel() throws Refusal {
        if (settings.required(BindingKeys.CHANNEL_TYPE).equals("terminal")) {
            return new ChannelChoice.Terminal();
        }
        return new ChannelChoice.Discord(
                settings.secret(BindingKeys.CHANNEL_TOKEN)
                        .orElseThrow(
                                () -> missing(BindingKeys.CHANNEL_TOKEN, "the channel discord")),
                address(BindingKeys.CHANNEL_API_URL, "http"),
                address(BindingKeys.CHANNEL_GATEWAY_URL, "ws"),
                settings.duration(BindingKeys.NONCE_WINDOW));
    }

    /// An address whose scheme is `plain`, or that and an `s`. A token goes there, and so never in
    /// the clear over a network.
    private Optional<URI> address(Key key, String plain) throws Refusal {
        Optional<String> text = settings.text(key);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Optional<URI> uri = parsed(text.get());
        if (uri.isEmpty() || !Set.of(plain, plain + "s").contains(uri.get().getScheme())) {
            throw settings.refusal(key, "is no address that begins with " + plain + "s://");
        }
        requireSafe(key, uri.get(), plain);
        return uri;
    }

    private static Optional<URI> parsed(String text) {
        try {
            URI uri = URI.create(text);
            return uri.getScheme() == null || uri.getHost() == null
                    ? Optional.empty()
                    : Optional.of(uri);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private void requireSafe(Key key, URI uri, String plain) throws Refusal {
        if (plain.equals(uri.getScheme()) && !LOOPBACK.contains(uri.getHost())) {
            throw settings.refusal(
                    key, "would send a token in the clear; use " + plain + "s there");
        }
    }

    EngineChoice engine() throws Refusal {
        String type =
                settings.text(BindingKeys.ENGINE_TYPE)
                        .orElseThrow(() -> missing(BindingKeys.ENGINE_TYPE, "every binding"));
        return switch (type) {
            case "command" -> command();
            case "openai" -> chat();
            default -> new EngineChoice.Echo();
        };
    }

    private EngineChoice command() throws Refusal {
        List<String> words = settings.texts(BindingKeys.ENGINE_COMMAND);
        if (words.isEmpty()) {
            throw missing(BindingKeys.ENGINE_COMMAND, "the engine command");
        }
        if (words.getFirst().isBlank() || words.getFirst().startsWith("-")) {
            throw settings.refusal(BindingKeys.ENGINE_COMMAND, "does not begin with a program");
        }
        String directory = settings.required(BindingKeys.ENGINE_DIRECTORY);
        if (!directory.startsWith("/") || directory.indexOf('\0') >= 0) {
            throw settings.refusal(BindingKeys.ENGINE_DIRECTORY, "is no absolute path");
        }
        return new EngineChoice.Command(
                words,
                settings.texts(BindingKeys.ENGINE_ENVIRONMENT),
                Path.of(directory),
                Form.valueOf(settings.required(BindingKeys.ENGINE_OUTPUT).toUpperCase(Locale.ROOT)),
                settings.required(BindingKeys.ENGINE_STDERR).equals("show")
                        ? Complaints.SHOWN
                        : Complaints.DROPPED,
                outputMax());
    }

    private EngineChoice chat() throws Refusal {
        URI url =
                settings.text(BindingKeys.ENGINE_URL)
                        .flatMap(ChatEngine::completions)
                        .orElseThrow(() ->
                                settings.refusal(
                                        BindingKeys.ENGINE_URL,
                                        "is no address that begins with https://"));
        if (settings.secret(BindingKeys.ENGINE_TOKEN).isPresent()) {
            requireSafe(BindingKeys.ENGINE_URL, url, "http");
        }
        return new EngineChoice.Chat(
                url,
                settings.text(BindingKeys.ENGINE_MODEL)
                        .orElseThrow(() -> missing(BindingKeys.ENGINE_MODEL, "the engine openai")),
                settings.secret(BindingKeys.ENGINE_TOKEN),
                settings.text(BindingKeys.ENGINE_INSTRUCTIONS).orElse(""),
                Math.toIntExact(settings.count(BindingKeys.ENGINE_TOKENS_MAX).orElse(0L)),
                settings.flag(BindingKeys.ENGINE_STREAM) ? Delivery.STREAMED : Delivery.WHOLE,
                outputMax());
    }

    private int outputMax() throws Refusal {
        long bytes = settings.count(BindingKeys.ENGINE_OUTPUT_MAX).orElse(1L);
        if (bytes > BYTES_MAX) {
            throw settings.refusal(BindingKeys.ENGINE_OUTPUT_MAX, "is more than " + BYTES_MAX);
        }
        return (int) bytes;
    }

    private Refusal missing(Key key, String whose) {
        return settings.refusal(key, "is missing, and " + whose + " needs it");
    }
}
