package dev.belay.proof.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.proof.program.LineProgram;
import dev.belay.proof.program.Ran;
import dev.belay.simulators.Computer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs in different PID namespaces on one directory: a number means something else in each.
class ContainerTest {
    private static final int REQUESTS = 20;

    @TempDir private Path scratch;
    private Premises premises;

    @BeforeEach
    void open() throws Exception {
        List<String> attempt = new ArrayList<>(Premises.CONTAINER);
        attempt.add("true");
        assumeTrue(
                Ran.of(attempt, Map.of(), Premises.LIMIT).exit() == 0,
                "this machine lets nobody make a PID namespace");
        premises = new Premises(scratch);
    }

    @AfterEach
    void close() {
        if (premises != null) {
            premises.close();
        }
    }

    @Test
    void an_owner_in_a_container_is_alive_to_its_host_until_it_is_gone() throws Exception {
        Computer other = premises.boat().add("web");
        try (StalledOwner owner = StalledOwner.at(premises, Premises.CONTAINER)) {
            assertThat(premises.custody().isHeldBy(1)).isTrue();
            Ran waiter = premises.belay(Premises.request(other, "--no-wait"));
            assertThat(waiter.exit()).as(waiter.toString()).isEqualTo(3);
            assertThat(waiter.err()).contains("by process 1, which is alive");
            assertThat(premises.custody().isHeldBy(1)).isTrue();

            owner.kill();

            assertThat(premises.console(Premises.request(other, "--no-wait")).exit()).isEqualTo(4);
        }
    }

    @Test
    void an_owner_on_the_host_is_alive_to_a_container_until_it_is_gone() throws Exception {
        Computer other = premises.boat().add("web");
        String[] request = Premises.request(other, "--no-wait");
        try (StalledOwner owner = StalledOwner.at(premises, List.of())) {
            Ran waiter = premises.belayIn(Premises.CONTAINER, request);
            assertThat(waiter.exit()).as(waiter.toString()).isEqualTo(3);
            assertThat(waiter.err()).contains("by process " + owner.pid() + ", which is alive");
            assertThat(premises.custody().isHeldBy(owner.pid())).isTrue();

            owner.kill();

            assertThat(premises.belayIn(Premises.CONTAINER, request).exit()).isEqualTo(4);
        }
    }

    @Test
    void programs_of_the_same_number_lose_no_change_of_each_other() throws Exception {
        List<String> computers = new ArrayList<>();
        try (LineProgram first = premises.worker(Premises.CONTAINER);
                LineProgram second = premises.worker(Premises.CONTAINER);
                LineProgram host = premises.worker(List.of())) {
            List<LineProgram> programs = List.of(first, second, host);
            for (LineProgram program : programs) {
                for (int i = 0; i < REQUESTS; i++) {
                    Computer computer = premises.boat().add("web");
                    computers.add(computer.id());
                    program.say(String.join(" ", Premises.request(computer, "--no-wait")));
                }
            }
            for (LineProgram program : programs) {
                for (int i = 0; i < REQUESTS; ) {
                    Optional<String> line = program.hear(Premises.LIMIT);
                    assertThat(line).isPresent();
                    if (line.get().startsWith("= ")) {
                        assertThat(line.get()).isEqualTo("= 4");
                        i++;
                    }
                }
            }
        }

        assertThat(premises.custody().records()).containsOnlyKeys(computers);
        assertThat(premises.console("doctor").out()).isEqualTo("All is well.\n");
    }
}
