package dev.belay.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
    private static final List<String> COMMANDS = List.of("request", "list", "show", "retry");

    @Test
    void forgives_a_letter_changed_added_removed_or_swapped() {
        assertThat(NearestName.of("lisp", COMMANDS)).hasValue("list");
        assertThat(NearestName.of("lists", COMMANDS)).hasValue("list");
        assertThat(NearestName.of("lst", COMMANDS)).hasValue("list");
        assertThat(NearestName.of("reqeust", COMMANDS)).hasValue("request");
    }

    @Test
    void proposes_nothing_for_a_word_that_is_like_none() {
        assertThat(NearestName.of("unlock", COMMANDS)).isEmpty();
        assertThat(NearestName.of("", COMMANDS)).isEmpty();
    }
}
