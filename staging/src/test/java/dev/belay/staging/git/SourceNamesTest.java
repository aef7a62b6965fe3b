package dev.belay.staging.git;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a/b/c",
                " lead",
                "back\\slash",
                "a\nb",
                "-f",
                ":(glob)x",
                ".gitignore",
                "a/.github/x",
                "git",
                "\ud83d\ude00",
                "\u00e4"
            })
    void ordinary_and_odd_names_may_be_in_a_copy(String path) {
        assertThat(SourceNames.problem(path)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/a",
                "a/",
                "a//b",
                ".",
                "..",
                "a/../b",
                "./a",
                ".git",
                ".git/config",
                "a/.GIT/b",
                "b\udcff.txt",
                "dir\udc80/x"
            })
    void what_leads_elsewhere_or_cannot_be_written_as_text_may_not(String path) {
        assertThat(SourceNames.problem(path)).isPresent();
    }
}
