package dev.belay.proof.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The steps of the link lock, as `docs/protocols/link-lock.md` tells them, in every order.
class LinkLockModelTest {
    private static final Path PROTOCOLS = Path.of("..", "docs", "protocols").toAbsolutePath();
    private static final Path CONFIGURATIONS = PROTOCOLS.resolve("link-lock");
    private static final Path MODEL = CONFIGURATIONS.resolve("LinkLock.tla");
    private static final Duration LIMIT = Duration.ofMinutes(30);

    @ParameterizedTest
    @MethodSource("configurations")
    void the_model_holds_and_breaks_as_the_page_says(Configuration configuration) throws Exception {
        Checked checked = Checked.of(MODEL, configuration, LIMIT);

        System.out.printf("model, %s: %s%n", configuration, checked);
        assertThat(checked.broken()).isEqualTo(configuration.broken());
        assertThat(row(configuration)).isEqualTo(ending(checked));
    }

    /// Both budgets together leave out nothing that the page names, and the page names all.
    @Test
    void the_page_names_every_configuration() throws IOException {
        List<String> named =
                Files.readAllLines(PROTOCOLS.resolve("link-lock.md")).stream()
                        .filter(line -> line.endsWith(" |") && !line.contains("states"))
                        .map(line -> line.substring(2, line.indexOf(' ', 2)))
                        .filter(name -> !name.equals("---"))
                        .toList();

        assertThat(named)
                .containsExactlyInAnyOrderElementsOf(
                        Configuration.in(CONFIGURATIONS).stream()
                                .map(Configuration::name)
                                .toList());
    }

    static List<Configuration> configurations() throws IOException {
        return Configuration.in(CONFIGURATIONS).stream()
                .filter(configuration -> Effort.isDeep() || !configuration.isDeep())
                .toList();
    }

    /// The end of the page's line about a configuration: result and states.
    private static String row(Configuration configuration) throws IOException {
        String start = "| " + configuration.name() + " |";
        String line =
                Files.readAllLines(PROTOCOLS.resolve("link-lock.md")).stream()
                        .filter(each -> each.startsWith(start))
                        .findFirst()
                        .orElse("");
        return line.substring(line.lastIndexOf('|', line.lastIndexOf('|', line.length() - 2) - 1));
    }

    private static String ending(Checked checked) {
        String result = checked.broken().isEmpty() ? "holds" : "**broken**";
        return String.format(Locale.ROOT, "| %s | %,d |", result, checked.states());
    }
}
