package dev.belay.proof.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Custody;
import dev.belay.proof.program.Effort;
import dev.belay.proof.program.Ran;
import dev.belay.simulators.Computer;
import dev.belay.simulators.DeleteSeen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program that is held still (SIGSTOP) with the lock in its hand, and others that come
/// meanwhile.
class PausedOwnerTest {
    private static final Duration PAUSE = Duration.ofSeconds(Effort.of(1, 60));

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
    void a_paused_owner_is_waited_for_and_named_and_its_change_is_kept() throws Exception {
        Computer other = premises.boat().add("web");
        Instant started = Instant.now();
        try (StalledOwner owner = StalledOwner.at(premises, List.of())) {
            Path journal = premises.custody().deletion().resolve(Custody.JOURNAL);
            String before = Files.exists(journal) ? Files.readString(journal) : "";
            String lock = premises.custody().lock().orElseThrow();

            do {
                Ran waiter = premises.belay(Premises.request(other, "--no-wait"));
                assertThat(waiter.exit()).as(waiter.toString()).isEqualTo(3);
                assertThat(waiter.err())
                        .contains("held since " + started.toString().substring(0, 10))
                        .contains("by process " + owner.pid() + ", which is alive")
                        .contains("(BLY-0010)");
            } while (Duration.between(started, Instant.now()).compareTo(PAUSE) < 0);

            assertThat(Files.exists(journal) ? Files.readString(journal) : "").isEqualTo(before);
            assertThat(premises.custody().lock()).contains(lock);
            assertThat(premises.boat().deletes())
                    .extracting(DeleteSeen::target)
                    .doesNotContain(other.id());

            assertThat(owner.goOn()).isEqualTo(4);
            assertThat(premises.belay(Premises.request(other, "--no-wait")).exit()).isEqualTo(4);
            assertThat(premises.custody().records())
                    .containsKeys(owner.computer().id(), other.id());
        }
        assertThat(premises.custody().lock()).isEmpty();
        assertThat(premises.console("doctor").out()).isEqualTo("All is well.\n");
    }

    @Test
    void nobody_needs_the_lock_to_look_and_no_word_takes_it_from_a_paused_owner() throws Exception {
        try (StalledOwner owner = StalledOwner.at(premises, List.of())) {
            assertThat(premises.console("deletion", "list").exit()).isZero();
            assertThat(premises.console("status").exit()).isZero();
            assertThat(premises.console("doctor").out())
                    .contains("process " + owner.pid() + " has had it since")
                    .contains("it lets go by itself")
                    .endsWith("All is well.\n");
            Ran unlock =
                    premises.console(
                            "deletion", "unlock", "--owner-is-gone", "--evidence", "I think so");
            assertThat(unlock.exit()).as(unlock.toString()).isEqualTo(3);
            assertThat(premises.custody().lock()).isPresent();
            assertThat(premises.custody().released()).isEmpty();

            assertThat(owner.goOn()).isEqualTo(4);
        }
    }

    @Test
    void a_paused_owner_that_is_killed_keeps_nobody_out() throws Exception {
        try (StalledOwner owner = StalledOwner.at(premises, List.of())) {
            owner.kill();

            assertThat(premises.custody().lock()).isPresent();
            assertThat(premises.console("doctor").out())
                    .contains("nobody keeps its record locked")
                    .contains("the next change removes it");
            assertThat(premises.belay(premises.request("--no-wait")).exit()).isEqualTo(4);
            assertThat(premises.custody().names())
                    .noneMatch(name -> name.contains(".lock") || name.contains(".tmp-"));
        }
    }
}
