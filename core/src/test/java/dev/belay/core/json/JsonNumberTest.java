package dev.belay.core.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonNumberTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "7, 7",
        "-7, -7",
        "1e3, 1000",
        "1000.0, 1000",
        "1.5e1, 15",
        "150e-1, 15",
        "0e999999999, 0",
        "100000000000000, 100000000000000",
        "9007199254740991, 9007199254740991",
        "-9007199254740991, -9007199254740991",
        "9.007199254740991E+15, 9007199254740991",
    })
    void an_integral_number_is_a_safe_integer(String literal, long value) {
        assertThat(new JsonNumber(literal).safeInteger()).hasValue(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.5",
                "1e-1",
                "9007199254740992",
                "-9007199254740992",
                "9007199254740993",
                "99999999999999999999",
                "1e16",
                "1e999999999",
                "1e99999999999",
                "1e-99999999999",
                "9007199254740991.4",
            })
    void anything_else_is_none(String literal) {
        assertThat(new JsonNumber(literal).safeInteger()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "01", "1.", ".5", "+1", "1e", "NaN", "0x1", "1 ", "١"})
    void what_json_does_not_call_a_number_is_refused(String literal) {
        assertThatThrownBy(() -> new JsonNumber(literal))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
