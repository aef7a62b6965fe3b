package dev.belay.deletion.provider.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordsTest {
    private static final String SECRET = "box_secret";

    @Test
    void have_no_control_characters_and_no_line_ends() {
        String hostile = "a\u001b[2Jb\r\nc\u0000d\u202ee\u200bf\u2028g\u0085h\ud800i";

        assertThat(Words.message(hostile, SECRET)).isEqualTo("a [2Jb c d e f g h i");
    }

    @Test
    void are_at_most_two_hundred_units_and_cut_no_character_in_half() {
        String emoji = "\ud83d\ude00";

        assertThat(Words.message("x".repeat(200), SECRET)).hasSize(200).endsWith("x");
        assertThat(Words.message("x".repeat(201), SECRET)).hasSize(200).endsWith("x…");
        assertThat(Words.message("x".repeat(198) + emoji + emoji, SECRET))
                .hasSize(199)
                .endsWith("x…");
    }

    @Test
    void never_hold_the_secret() {
        String buried = "\u0007".repeat(5_000) + "Bad token " + SECRET + "!";

        assertThat(Words.message(buried, SECRET)).isEqualTo("Bad token (token)!");
        assertThat(Words.code(SECRET, SECRET)).isEmpty();
        assertThat(Words.failure(new IOException("x " + SECRET), URI.create("http://h/"), SECRET))
                .isEqualTo("x (token)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"not_found", "billing.required", "E-17", "a:b", "NO_SUCH_MACHINE"})
    void pass_a_code_on(String code) {
        assertThat(Words.code(code, SECRET)).isEqualTo(code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"two words", "<b>", "a\nb", "ü"})
    void take_nothing_else_for_a_code(String text) {
        assertThat(Words.code(text, SECRET)).isEmpty();
        assertThat(Words.code("x".repeat(65), SECRET)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "https://boat.dev/api/v1/x, boat.dev: refused, the provider: refused",
        "https://boat.dev:8443/x, boat.dev:8443: refused, the provider: refused",
        "http://127.0.0.1:99/x, cannot reach http://127.0.0.1:99/x, cannot reach the provider"
    })
    void do_not_name_the_server(URI address, String message, String expected) {
        assertThat(Words.failure(new IOException(message), address, SECRET)).isEqualTo(expected);
    }

    @Test
    void say_something_of_a_failure_that_says_nothing() {
        assertThat(Words.failure(new IOException(), URI.create("http://h/"), SECRET))
                .isEqualTo("no whole answer came");
    }
}
