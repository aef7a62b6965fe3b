package dev.belay.deletion.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoatDescriptionTest {
    @ParameterizedTest
    @CsvSource({
        "'', SANDBOX, https://boat.dev/api/v1",
        "'', BOX, https://ascii.dev/api/box/v1",
        "https://boat.example:8443/v1/, SANDBOX, https://boat.example:8443/v1",
        "http://127.0.0.1:4000/api/v1, SANDBOX, http://127.0.0.1:4000/api/v1",
        "http://localhost, SANDBOX, http://localhost",
        "http://[::1]:4000/x, SANDBOX, http://[::1]:4000/x"
    })
    void names_an_address_that_may_be_told_a_token(
            String base, Generation generation, String expected) {
        assertThat(BoatDescription.of(base, generation).base()).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://boat.dev/api/v1",
                "http://127.0.0.1.example/api",
                "http://localhost.example/api",
                "http://10.0.0.1/api",
                "ftp://boat.dev/",
                "boat.dev/api/v1",
                "/api/v1",
                "https:",
                "https://",
                "https:///api",
                "https://user:secret@boat.dev/",
                "https://boat.dev/api?x=1",
                "https://boat.dev/api#x",
                "https://boat.dev/a b"
            })
    void refuses_every_other_address(String base) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BoatDescription.of(base, Generation.SANDBOX));
    }
}
