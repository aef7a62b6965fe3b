package dev.belay.deletion.custody;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.deletion.Samples;
import dev.belay.deletion.custody.Facts.Asked;
import dev.belay.deletion.custody.Facts.Looked;
import dev.belay.deletion.custody.Facts.Remembered;
import dev.belay.deletion.custody.Facts.Wanted;
import dev.belay.deletion.custody.Following.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FollowingTest {
    private static final List<Remembered> REMEMBERED =
            List.of(
                    new Facts.Nothing(),
                    new Facts.Intended(),
                    new Facts.Underway(),
                    new Facts.Done(),
                    new Facts.Stuck());
    private static final List<Asked> ASKED =
            List.of(
                    new Facts.NotYet(),
                    new Facts.News(),
                    new Facts.NoNews(),
                    new Facts.Silence(),
                    new Facts.Barred());
    private static final List<Looked> LOOKED =
            List.of(
                    new Facts.NotYet(),
                    new Facts.Absent(),
                    new Facts.Same(),
                    new Facts.Other(),
                    new Facts.Silence(),
                    new Facts.Barred());
    private static final List<Wanted> WANTED =
            List.of(new Facts.Either(), new Facts.Operation(), new Facts.Both());

    @Test
    void every_round_goes_on_as_the_table_says() throws IOException {
        assertThat(table()).isEqualTo(Samples.text(FollowingTest.class, "rounds.txt"));
    }

    @Test
    void nothing_is_retired_but_on_a_completed_operation_or_an_absence() {
        for (Facts facts : all()) {
            Step step = Following.next(facts);
            boolean isDone = facts.remembered() instanceof Facts.Done;
            boolean isAbsent = facts.looked() instanceof Facts.Absent;
            switch (step) {
                case RETIRE_COMPLETED -> assertThat(isDone).as(facts.toString()).isTrue();
                case RETIRE_ABSENT -> {
                    assertThat(isAbsent).as(facts.toString()).isTrue();
                    assertThat(facts.wanted()).isInstanceOf(Facts.Either.class);
                }
                case RETIRE_BOTH -> assertThat(isDone && isAbsent).as(facts.toString()).isTrue();
                default -> {}
            }
        }
    }

    @Test
    void a_policy_is_never_satisfied_by_less_than_it_wants() {
        for (Facts facts : all()) {
            Step step = Following.next(facts);
            if (facts.wanted() instanceof Facts.Both) {
                assertThat(step).isNotIn(Step.RETIRE_COMPLETED, Step.RETIRE_ABSENT);
            }
            if (facts.wanted() instanceof Facts.Operation) {
                assertThat(step).isNotIn(Step.RETIRE_ABSENT);
            }
        }
    }

    private static List<Facts> all() {
        List<Facts> all = new ArrayList<>();
        for (Remembered remembered : REMEMBERED) {
            for (Asked asked : ASKED) {
                for (Looked looked : LOOKED) {
                    for (Wanted wanted : WANTED) {
                        all.add(new Facts(remembered, asked, looked, wanted));
                    }
                }
            }
        }
        return all;
    }

    /// For each thing remembered, the answers and policies that lead to the same steps, and these.
    private static String table() {
        StringBuilder table = new StringBuilder();
        for (Remembered remembered : REMEMBERED) {
            table.append(word(remembered)).append('\n');
            Map<String, Map<String, List<String>>> rows = new LinkedHashMap<>();
            for (Wanted wanted : WANTED) {
                for (Asked asked : ASKED) {
                    rows.computeIfAbsent(
                                    steps(remembered, asked, wanted), _ -> new LinkedHashMap<>())
                            .computeIfAbsent(word(wanted), _ -> new ArrayList<>())
                            .add(word(asked));
                }
            }
            rows.forEach((steps, from) -> {
                from.forEach((wanted, asked) ->
                        table.append(
                                "  wanted %s, asked %s%n"
                                        .formatted(wanted, said(asked, ASKED.size()))));
                table.append(steps);
            });
        }
        return table.toString();
    }

    private static String steps(Remembered remembered, Asked asked, Wanted wanted) {
        Map<Step, List<String>> byStep = new LinkedHashMap<>();
        for (Looked looked : LOOKED) {
            Step step = Following.next(new Facts(remembered, asked, looked, wanted));
            byStep.computeIfAbsent(step, _ -> new ArrayList<>()).add(word(looked));
        }
        StringBuilder steps = new StringBuilder();
        byStep.forEach((step, looked) ->
                steps.append("    looked %s -> %s%n".formatted(said(looked, LOOKED.size()), step)));
        return steps.toString();
    }

    private static String said(List<String> words, int all) {
        return words.size() == all ? "*" : String.join("|", words);
    }

    private static String word(Object fact) {
        return fact.getClass().getSimpleName();
    }
}
