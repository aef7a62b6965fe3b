package dev.belay.app.wiring;

import dev.belay.app.config.Configuration;
import dev.belay.app.config.Key;
import dev.belay.app.config.Keys;
import dev.belay.app.config.SecretReference;
import dev.belay.app.config.source.Secrets;
import dev.belay.core.error.Refusal;
import dev.belay.deletion.ComputerProvider;
import dev.belay.deletion.provider.BoatDescription;
import dev.belay.deletion.provider.BoatProvider;
import dev.belay.deletion.provider.Generation;
import dev.belay.deletion.provider.HttpProvider;
import dev.belay.deletion.provider.Limits;
import dev.belay.deletion.provider.Token;
import dev.belay.simulators.FakeBoat;
import dev.belay.system.local.JdkHttp;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;

/// Makes the provider that the settings describe.
public final class Providers {
    private final Configuration configuration;
    private final Secrets secrets;

    public Providers(Configuration configuration, Secrets secrets) {
        this.configuration = configuration;
        this.secrets = secrets;
    }

    /// The provider with its configured credential.
    public ComputerProvider configured() throws IOException {
        return switch (configuration.required(Keys.PROVIDER)) {
            case "http" -> http(token(Keys.HTTP_TOKEN));
            case "simulated" -> simulated(token(FakeBoat.TOKEN, Keys.PROVIDER));
            default -> boat(token(Keys.BOAT_TOKEN));
        };
    }

    /// The same provider with another credential, to see what that would see.
    public ComputerProvider withToken(SecretReference candidate) throws IOException {
        String secret = secrets.read(candidate, "--token-file");
        return switch (configuration.required(Keys.PROVIDER)) {
            case "http" -> http(token(secret, Keys.HTTP_TOKEN));
            case "simulated" -> simulated(token(secret, Keys.PROVIDER));
            default -> boat(token(secret, Keys.BOAT_TOKEN));
        };
    }

    /// Refuses settings from which no provider can be made, without asking for anything.
    public void check() throws IOException {
        configured();
    }

    private ComputerProvider boat(Token token) throws Refusal {
        String word = configuration.required(Keys.BOAT_GENERATION);
        Generation generation = Generation.valueOf(word.toUpperCase(Locale.ROOT));
        String url = configuration.text(Keys.BOAT_URL).orElse(generation.usualBase());
        return new BoatProvider(new JdkHttp(), boat(url, generation, Keys.BOAT_URL), token);
    }

    private ComputerProvider simulated(Token token) throws Refusal {
        String url = configuration.required(Keys.SIMULATED_URL);
        String base = url + URI.create(Generation.SANDBOX.usualBase()).getPath();
        return new BoatProvider(
                new JdkHttp(), boat(base, Generation.SANDBOX, Keys.SIMULATED_URL), token);
    }

    private BoatDescription boat(String base, Generation generation, Key key) throws Refusal {
        try {
            return new BoatDescription(URI.create(base), generation, limits());
        } catch (IllegalArgumentException e) {
            throw configuration.refusal(key, "is refused: " + e.getMessage());
        }
    }

    private ComputerProvider http(Token token) throws Refusal {
        return new HttpProvider(
                new JdkHttp(), new DescribedCloud(configuration).description(limits()), token);
    }

    private Limits limits() {
        return new Limits(configuration.duration(Keys.TIMEOUT), Limits.USUAL.bodyBytesMax());
    }

    private Token token(Key key) throws IOException {
        SecretReference reference =
                configuration
                        .secret(key)
                        .orElseThrow(() ->
                                configuration.refusal(
                                        key, "is not set, and the provider wants it"));
        return token(secrets.read(reference, key.name()), key);
    }

    private Token token(String secret, Key key) throws Refusal {
        try {
            return new Token(secret);
        } catch (IllegalArgumentException e) {
            throw configuration.refusal(key, "is refused: " + e.getMessage());
        }
    }
}
