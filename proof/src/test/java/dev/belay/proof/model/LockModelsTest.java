package dev.belay.proof.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Effort;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The steps of each lock, as its page in `docs/protocols` tells them, in every order.
class LockModelsTest {
    private static final Duration LIMIT = Duration.ofMinutes(30);

    @ParameterizedTest
    @MethodSource("runs")
    void the_model_holds_and_breaks_as_the_page_says(Model model, Configuration configuration)
            throws Exception {
        Checked checked = Checked.of(model.file(), configuration, LIMIT);

        System.out.printf("model of %s, %s: %s%n", model, configuration, checked);
        assertThat(checked.broken()).isEqualTo(configuration.broken());
        assertThat(model.row(configuration)).isEqualTo(ending(checked));
    }

    /// Both budgets together leave out nothing that a page names, and it names all.
    @Test
    void each_page_names_every_configuration() throws IOException {
        for (Model model : Model.ALL) {
            assertThat(model.named())
                    .containsExactlyInAnyOrderElementsOf(
                            model.configurations().stream().map(Configuration::name).toList());
        }
    }

    static List<Arguments> runs() throws IOException {
        List<Arguments> runs = new ArrayList<>();
        for (Model model : Model.ALL) {
            for (Configuration configuration : model.configurations()) {
                if (Effort.isDeep() || !configuration.isDeep()) {
                    runs.add(Arguments.of(model, configuration));
                }
            }
        }
        return runs;
    }

    private static String ending(Checked checked) {
        String result = checked.broken().isEmpty() ? "holds" : "**broken**";
        return String.format(Locale.ROOT, "| %s | %,d |", result, checked.states());
    }
}
