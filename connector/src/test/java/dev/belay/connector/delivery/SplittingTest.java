package dev.belay.connector.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SplittingTest {
    private static final int MAX = 2_000;

    private static List<String> split(String text, int lengthMax) {
        return Splitting.split(text, lengthMax, 1_000);
    }

    @Test
    void a_short_text_is_one_part() {
        assertThat(split("a".repeat(MAX), MAX)).containsExactly("a".repeat(MAX));
        assertThat(split(" hello\n", MAX)).containsExactly(" hello\n");
    }

    @Test
    void a_blank_text_has_no_parts() {
        assertThat(split(" ".repeat(2_100), MAX)).isEmpty();
        assertThat(split("", MAX)).isEmpty();
    }

    @Test
    void one_unit_too_many_makes_two_parts() {
        assertThat(split("a".repeat(MAX + 1), MAX)).hasSize(2);
        assertThat(split("\u00e9".repeat(MAX), MAX)).hasSize(1);
    }

    @Test
    void no_character_is_cut_in_two() {
        List<String> parts = split("\uD83D\uDE00".repeat(1_500), 201);

        assertThat(parts).allSatisfy(part -> assertThat(part.codePoints()).allMatch(c -> c > 9999));
        assertThat(String.join("", parts)).isEqualTo("\uD83D\uDE00".repeat(1_500));
    }

    @Test
    void a_part_ends_behind_a_line_or_else_a_word() {
        String lines = "word ".repeat(20).strip() + "\n";

        assertThat(split(lines.repeat(40), MAX))
                .hasSizeGreaterThan(1)
                .allSatisfy(part -> assertThat(part).endsWith("\n"));
        assertThat(split("word ".repeat(900), MAX))
                .hasSizeGreaterThan(1)
                .allSatisfy(part -> assertThat(part).startsWith("word").endsWith(" "));
    }

    @Test
    void a_block_of_code_is_closed_and_opened_again() {
        String code = "```java\n" + "int x = 1;\n".repeat(200) + "```\nDone.";

        List<String> parts = split(code, MAX);

        assertThat(parts).hasSize(2);
        assertThat(parts.getFirst()).startsWith("```java\nint").endsWith("int x = 1;\n```");
        assertThat(parts.getLast()).startsWith("```java\nint").endsWith("\n```\nDone.");
    }

    @Test
    void the_marker_of_a_fence_is_not_cut() {
        for (int before = 150; before < 200; before++) {
            String text = "x".repeat(before) + "```" + "y".repeat(200);

            assertThat(split(text, 200)).anyMatch(part -> part.contains("```"));
        }
    }

    @Test
    void a_longer_fence_holds_shorter_ones() {
        String code = "````\n" + "```\nx\n```\n".repeat(250) + "````\nDone.";

        assertThat(split(code, MAX))
                .hasSizeGreaterThan(1)
                .allSatisfy(part -> assertThat(part).startsWith("````\n").contains("\n````"));
    }

    static List<Long> seeds() {
        return List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void parts_fit_are_not_blank_and_lose_nothing(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 200; i++) {
            String text = text(random);
            int max = 200 + random.nextInt(300);

            List<String> parts = split(text, max);

            assertThat(parts)
                    .allSatisfy(part -> {
                        assertThat(part.length()).isLessThanOrEqualTo(max);
                        assertThat(part).isNotBlank();
                        assertThat(ticksAtLineStarts(part) % 2 == 0 || part.equals(parts.getLast()))
                                .as(part)
                                .isTrue();
                    });
            assertThat(bare(String.join("", parts))).isEqualTo(bare(text));
        }
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int words = random.nextInt(400);
        for (int i = 0; i < words; i++) {
            text.append(
                    switch (random.nextInt(14)) {
                        case 0 -> "\n```\n";
                        case 1 -> "\n\n";
                        case 2 -> " ".repeat(random.nextInt(260));
                        case 3 -> "x".repeat(random.nextInt(260));
                        case 4 -> "\uD83D\uDE00";
                        default -> "word ";
                    });
        }
        return text.toString();
    }

    private static long ticksAtLineStarts(String part) {
        return part.lines().filter(line -> line.startsWith("```")).count();
    }

    /// Without white space and fences, which are repeated.
    private static String bare(String text) {
        return text.replace("```", "").replaceAll("\\s", "");
    }

    @Test
    void what_is_longer_than_may_be_ends_in_a_sign_of_that() {
        String text = "word ".repeat(900);
        List<String> whole = split(text, MAX);

        List<String> parts = Splitting.split(text, MAX, 2);

        assertThat(whole).hasSize(3);
        assertThat(parts).hasSize(2).allMatch(part -> part.length() <= MAX);
        assertThat(parts.getFirst()).isEqualTo(whole.getFirst());
        assertThat(parts.getLast()).startsWith("word word").endsWith(" \n…");
        assertThat(Splitting.split(text, MAX, 3)).isEqualTo(whole);
        assertThat(Splitting.split("a".repeat(100) + " ".repeat(MAX), MAX, 1))
                .singleElement()
                .asString()
                .doesNotContain("…");
    }

    @Test
    void code_that_is_cut_off_is_closed_before_the_sign() {
        String code = "```java\n" + "x = y;\n".repeat(900) + "```";

        List<String> parts = Splitting.split(code, MAX, 1);

        assertThat(parts).hasSize(1).allMatch(part -> part.length() <= MAX);
        assertThat(parts.getFirst()).startsWith("```java\nx = y;").endsWith("```\n…");
    }
}
