package dev.belay.deletion.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {
    @Test
    void never_prints() {
        assertThat(new Token("box_abc")).hasToString("token");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " box_abc",
                "box abc",
                "box_abc\n",
                "box\r\nX-Evil: 1",
                "bäx",
                "a\u0000"
            })
    void is_nothing_that_could_not_stand_in_a_header(String secret) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Token(secret));
    }

    @Test
    void is_refused_without_being_shown() {
        assertThat(catchThrowable(() -> new Token("box_abc\n"))).hasMessageNotContaining("box_abc");
        assertThat(catchThrowable(() -> new Token("x".repeat(4_097))))
                .hasMessageNotContaining("xx");
    }
}
