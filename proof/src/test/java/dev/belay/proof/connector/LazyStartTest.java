package dev.belay.proof.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Programs;
import dev.belay.proof.program.Ran;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whoever wants nothing of bots pays nothing for them.
class LazyStartTest {
    @TempDir Path home;

    @ParameterizedTest
    @ValueSource(strings = {"--version", "deletion list", "deletion show bx_23456789"})
    void a_start_for_something_else_loads_nothing_of_the_connector(String words) throws Exception {
        List<String> command = new ArrayList<>(Programs.belay(words.split(" ", -1)));
        command.add(1, "-Xlog:class+load");

        Ran ran =
                Ran.of(
                        command,
                        Map.of("BELAY_HOME", home.resolve("belay").toString()),
                        Duration.ofSeconds(60));

        assertThat(ran.out().lines())
                .anyMatch(line -> line.contains("dev.belay.app.cli.Belay"))
                .filteredOn(line ->
                        line.contains("dev.belay.connector.")
                                || line.contains("dev.belay.discord.")
                                || line.contains("dev.belay.app.serving.")
                                || line.contains("dev.belay.app.binding.")
                                || line.contains("dev.belay.system.program."))
                .isEmpty();
    }
}
