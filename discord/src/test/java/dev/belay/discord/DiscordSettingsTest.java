package dev.belay.discord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscordSettingsTest {
    private static final DiscordSettings USUAL = DiscordSettings.usual(() -> "secret");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://discord.com/api/v10",
                "HTTPS://proxy.example/discord",
                "http://127.0.0.1:4660/api/v10",
                "http://localhost/api",
                "http://[::1]:80/api"
            })
    void the_token_goes_where_nobody_else_reads_it(String api) {
        assertThat(USUAL.withApi(URI.create(api)).api()).hasToString(api);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://discord.com/api",
                "http://127.0.0.1.example/api",
                "wss://discord.com/api",
                "https:///api",
                "https://secret@discord.com/api",
                "/api"
            })
    void and_nowhere_else(String api) {
        IllegalArgumentException problem =
                catchThrowableOfType(
                        IllegalArgumentException.class, () -> USUAL.withApi(URI.create(api)));

        assertThat(problem)
                .hasMessageStartingWith("the address of the API is to begin with https://")
                .hasMessageNotContaining("secret");
        assertThat(
                        catchThrowableOfType(
                                IllegalArgumentException.class,
                                () -> USUAL.withGateway(URI.create("ws://discord.com"))))
                .hasMessageStartingWith("the address of the gateway");
    }

    @Test
    void times_make_sense() {
        assertThat(
                        catchThrowableOfType(
                                IllegalArgumentException.class,
                                () -> USUAL.withRequestMax(Duration.ZERO)))
                .isNotNull();
        assertThat(
                        catchThrowableOfType(
                                IllegalArgumentException.class,
                                () -> USUAL.withNonceWindow(Duration.ofSeconds(-1))))
                .isNotNull();
        assertThat(USUAL.toString()).doesNotContain("secret");
    }
}
