package dev.belay.staging.git;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotedTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "a b/c-d.txt, a b/c-d.txt",
                "`a\nb`, \"a\\nb\"",
                "`\ttab`, \"\\ttab\"",
                "`q\"t`, \"q\\\"t\"",
                "`b\\c`, \"b\\\\c\"",
                "`\u00e4`, \"\\303\\244\"",
                "`b\udcff.txt`, \"b\\377.txt\"",
                "`\u0001\u007f`, \"\\001\\177\""
            })
    void unusual_bytes_are_shown_as_git_shows_them(String path, String shown) {
        assertThat(Quoted.of(path)).isEqualTo(shown);
    }
}
