package dev.belay.proof.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.proof.program.Conversation;
import dev.belay.proof.program.Ran;
import dev.belay.proof.program.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real bot whose disk is full, or cannot be written.
@Timeout(300)
class ScarceRunTest {
    @TempDir private Path scratch;
    private SmallDisk disk;
    private ChatPlace place;

    @BeforeEach
    void a_disk_of_its_own() throws IOException {
        disk = SmallDisk.at(scratch.resolve("root"), "256k");
        assumeTrue(disk.isThere(), "this user may not mount a tmpfs");
        place = new ChatPlace(scratch, scratch.resolve("root"));
    }

    @AfterEach
    void take_away() throws IOException {
        if (place != null) {
            place.close();
        }
        disk.close();
    }

    @Test
    void a_disk_that_fills_up_ends_the_run_and_no_message_is_lost() throws Exception {
        try (Conversation first = place.connect()) {
            place.ask("one");
            place.awaitSaid("to one");
            ChatPlace.await("an end", () -> isEmpty("pending") && isEmpty("parts"));
            disk.fill();
            place.ask("two");

            assertThat(first.exit()).isEqualTo(1);
            assertThat(first.logged("BLY-0004")).contains("no space left on the disk");
        }
        assertThat(place.questions()).containsExactly("one");
        assertStartsAreRefusedUntilThereIsRoom();
        try (Conversation second = place.connect()) {
            place.awaitSaid("to one", "to two");
            assertThat(second.isAlive()).isTrue();
        }
        assertThat(place.said()).containsExactly("to one", "to two");
        assertThat(place.questions()).containsExactly("one", "two");
    }

    private boolean isEmpty(String directory) throws IOException {
        try (Stream<Path> files = Files.list(place.binding().resolve(directory))) {
            return files.findAny().isEmpty();
        }
    }

    /// Whoever starts it again and again does no harm, and nothing is left that keeps it down.
    private void assertStartsAreRefusedUntilThereIsRoom() throws IOException {
        for (int start = 0; start < 2; start++) {
            disk.fill();
            Ran refused = place.runToItsEnd();
            assertThat(refused.exit()).as(refused.toString()).isEqualTo(1);
            assertThat(refused.err())
                    .contains("no space left on the disk", "BLY-0012")
                    .doesNotContain(scratch.toString(), "bug");
        }
        assertThat(place.binding().resolve("run.lock")).doesNotExist();
        assertThat(place.belay("connector", "status", ChatPlace.NAME).exit()).isZero();
        disk.makeRoom();
    }

    @Test
    void an_answer_that_cannot_be_written_down_is_not_given_and_not_asked_for_again()
            throws Exception {
        Path filling = scratch.resolve("root/filling");
        String fill = "cat /dev/zero 2>/dev/null >%s || true".formatted(filling);
        place.configure("[ \"$text\" != two ] || " + fill, "");
        try (Conversation first = place.connect()) {
            place.ask("one");
            place.awaitSaid("to one");
            place.ask("two");

            assertThat(first.exit()).isEqualTo(1);
        }
        assertThat(place.said()).containsExactly("to one");
        disk.makeRoom();
        try (Conversation _ = place.connect()) {
            place.awaitSaid("to one", "interrupted");
            place.ask("three");
            place.awaitSaid("to one", "interrupted", "to three");
        }
        assertThat(place.questions()).containsExactly("one", "two", "three");
        assertThat(place.said()).containsExactly("to one", "interrupted", "to three");
    }

    @Test
    void the_brake_of_a_run_works_on_a_full_disk() throws Exception {
        try (Conversation run = place.connect()) {
            disk.fill();

            Ran stopped = place.belay("stop", ChatPlace.NAME, "--reason", "look");

            assertThat(stopped.exit()).as(stopped.toString()).isZero();
            assertThat(stopped.out()).contains("asked to end");
            assertThat(run.exit()).isZero();
        }
        assertThat(place.binding().resolve("STOP")).exists();
        place.ask("one");
        assertThat(place.runToItsEnd().exit()).isEqualTo(3);
        disk.makeRoom();
        assertThat(place.runToItsEnd().exit()).isEqualTo(3);
        assertThat(place.questions()).isEmpty();
    }

    @Test
    void on_a_read_only_disk_a_start_says_why_not_and_looking_works() throws Exception {
        try (Conversation run = place.connect()) {
            place.ask("one");
            place.awaitSaid("to one");
            run.kill();
        }
        disk.makeReadOnly();
        place.ask("two");

        for (String[] words :
                new String[][] {
                    {"connector", "run", ChatPlace.NAME},
                    {"connector", "reconcile", ChatPlace.NAME},
                    {"connector", "recover", ChatPlace.NAME},
                    {"stop", ChatPlace.NAME}
                }) {
            Ran refused = place.belay(words);
            assertThat(refused.exit()).as(refused.toString()).isEqualTo(1);
            assertThat(refused.err())
                    .contains("the file system is read-only", "BLY-")
                    .doesNotContain(scratch.toString(), "bug");
        }
        assertThat(place.belay("connector", "status", ChatPlace.NAME).out())
                .contains("1 accepted, 0 waiting");
        assertThat(place.belay("connector", "history", ChatPlace.NAME).out()).contains("answered");
        assertThat(Files.exists(place.binding().resolve("STOP"))).isFalse();
        assertThat(place.questions()).containsExactly("one");
    }
}
