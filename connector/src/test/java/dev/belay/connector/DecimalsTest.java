package dev.belay.connector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "9",
                "10",
                "1100000000000000001",
                "9223372036854775808",
                "9999999999999999999",
                "10000000000000000000",
                "18446744073709551609",
                "18446744073709551615"
            })
    void a_number_of_64_bits_is_one(String text) {
        assertThat(Decimals.number(text)).isNotZero();
        assertThat(Long.toUnsignedString(Decimals.number(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "00",
                "01",
                "-1",
                "+1",
                " 1",
                "1 ",
                "1a",
                "\u0661",
                "18446744073709551616",
                "18446744073709551620",
                "20000000000000000000",
                "99999999999999999999",
                "184467440737095516150"
            })
    void any_other_text_is_none(String text) {
        assertThat(Decimals.number(text)).isZero();
    }
}
