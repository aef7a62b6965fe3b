package dev.belay.proof.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Ran;
import dev.belay.simulators.Computer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two `belay` at the same time in a directory that neither has seen before.
class SideBySideTest {
    @TempDir private Path scratch;
    private Premises premises;

    @BeforeEach
    void open() throws IOException {
        premises = new Premises(scratch);
    }

    @AfterEach
    void close() {
        premises.close();
    }

    @Test
    void both_deletions_are_kept() throws Exception {
        Computer one = premises.boat().add("web");
        Computer other = premises.boat().add("web");

        assertThat(request(one, other)).extracting(Ran::exit).containsExactly(4, 4);

        assertThat(premises.custody().records()).containsOnlyKeys(one.id(), other.id());
        assertThat(premises.boat().deletes()).hasSize(2);
        assertThat(premises.console("doctor").out()).isEqualTo("All is well.\n");
    }

    @Test
    void one_computer_that_both_delete_is_one_deletion() throws Exception {
        premises.boat().progress("pending", "pending", "pending", "pending", "completed");
        Computer computer = premises.boat().add("web");

        assertThat(request(computer, computer)).extracting(Ran::exit).containsOnly(4);

        assertThat(premises.custody().records()).containsOnlyKeys(computer.id());
        assertThat(premises.boat().deletes())
                .hasSizeBetween(1, 2)
                .extracting(seen -> seen.operation())
                .doesNotContain("")
                .containsOnly(premises.boat().deletes().getFirst().operation());
        assertThat(premises.console("doctor").out()).isEqualTo("All is well.\n");
    }

    private List<Ran> request(Computer... computers) throws Exception {
        List<Ran> ran = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(computers.length)) {
            List<Future<Ran>> runs = new ArrayList<>();
            for (Computer computer : computers) {
                String[] words = Premises.request(computer, "--no-wait");
                runs.add(threads.submit(() -> premises.belay(words)));
            }
            for (Future<Ran> run : runs) {
                ran.add(run.get());
            }
        }
        return ran;
    }
}
