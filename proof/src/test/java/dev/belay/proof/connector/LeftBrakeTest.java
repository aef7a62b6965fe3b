package dev.belay.proof.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Conversation;
import dev.belay.proof.program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A brake in a state that only an accident or another program leaves.
@Timeout(240)
class LeftBrakeTest {
    private static final String[] DEMO = {
        "connector", "run", TerminalPlace.NAME, "--channel", "terminal", "--engine", "echo"
    };

    @TempDir private Path home;
    private TerminalPlace place;

    @BeforeEach
    void a_binding() throws IOException {
        place = new TerminalPlace(home);
        place.configure("", "");
        assertThat(place.converse("before").out()).isEqualTo("to before\n");
    }

    /// The Node program died while it changed STOP.
    private Path leaveStopLock() throws IOException {
        Path lock = Files.createDirectory(place.binding().resolve(".stop.lock"));
        return Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void a_stop_lock_that_was_left_keeps_nobody_from_braking_a_run() throws Exception {
        try (Conversation run = Conversation.start(home, config(), DEMO)) {
            run.type("one");
            assertThat(run.answer()).isEqualTo("one");
            Path lock = leaveStopLock();

            Ran stopped = place.belay("stop", TerminalPlace.NAME);

            assertThat(stopped.exit()).as(stopped.toString()).isZero();
            assertThat(run.exit()).isZero();
            assertThat(place.converse("two").exit()).isEqualTo(3);
            Ran refused = place.belay("clear", TerminalPlace.NAME, "--yes");
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.err()).contains("rmdir", "discord/demo/.stop.lock");
            Files.delete(lock);
        }
        assertThat(place.belay("clear", TerminalPlace.NAME, "--yes").exit()).isZero();
        assertThat(place.converse("three").out()).isEqualTo("to three\n");
        assertThat(place.questions()).containsExactly("before", "three");
    }

    /// Only one that has to remove the lock of a dead owner needs it.
    @Test
    void a_start_does_not_mind_a_stop_lock_that_was_left() throws Exception {
        leaveStopLock();

        assertThat(place.converse("one").out()).isEqualTo("to one\n");
    }

    @Test
    void a_stop_that_leads_nowhere_brakes_until_somebody_removes_it() throws Exception {
        Path stop = place.binding().resolve("STOP");
        try (Conversation run = Conversation.start(home, config(), DEMO)) {
            run.logged("connected");
            Files.createSymbolicLink(stop, Path.of("nowhere"));
            run.type("one");
            assertThat(run.logged("\"event\":\"dropped\"")).contains("stopped");
            run.endInput();
            assertThat(run.rest()).isEmpty();
        }
        Ran refused = place.converse("two");
        assertThat(refused.exit()).as(refused.toString()).isEqualTo(3);
        assertThat(place.belay("connector", "status", TerminalPlace.NAME).out())
                .contains("STOP is set");
        assertThat(place.belay("stop", TerminalPlace.NAME).out()).startsWith("Stopped.");
        Ran cleared = place.belay("clear", TerminalPlace.NAME, "--yes");
        assertThat(cleared.exit()).as(cleared.toString()).isEqualTo(5);
        assertThat(Files.exists(stop, LinkOption.NOFOLLOW_LINKS)).isTrue();
        Files.delete(stop);

        assertThat(place.converse("three").out()).isEqualTo("to three\n");
        assertThat(place.questions()).containsExactly("before", "three");
    }

    /// Settings of no binding, so that the engine is the one of the command line.
    private Map<String, String> config() {
        return Map.of("XDG_CONFIG_HOME", home.resolve("none").toString());
    }
}
