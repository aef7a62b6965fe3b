package dev.belay.proof.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Console;
import dev.belay.proof.program.Conversation;
import dev.belay.proof.program.Ran;
import dev.belay.proof.program.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The first thing that a newcomer does, with a real process.
@Timeout(240)
class TerminalTourTest {
    private static final String[] DEMO = {
        "connector", "run", "demo", "--channel", "terminal", "--engine", "echo"
    };

    @TempDir Path home;

    @Test
    void what_is_typed_is_answered_until_the_input_ends() throws Exception {
        makePrivate();
        try (Conversation belay = Conversation.start(home, Map.of(), DEMO)) {
            belay.type("hello");
            assertThat(belay.answer()).isEqualTo("hello");
            belay.type("grüße");
            assertThat(belay.answer()).isEqualTo("grüße");
            belay.endInput();

            assertThat(belay.exit()).isZero();
        }
        assertThat(belay("connector", "status", "demo").out())
                .contains("2 accepted, 0 waiting")
                .contains("not settled  0");
    }

    @Test
    void after_a_kill_in_the_middle_each_message_is_answered_at_most_once() throws Exception {
        makePrivate();
        Path slow = slowEngine();
        Map<String, String> environment = Map.of("SLOW", slow.toString());
        String[] run = {"connector", "run", "slow"};
        try (Conversation first = Conversation.start(home, environment, run)) {
            first.type("one");
            assertThat(first.answer()).isEqualTo("one");
            first.type("two");
            first.logged("\"event\":\"asked\"");
            awaitFile(slow.resolve("two"));
            first.kill();
        }
        try (Conversation second = Conversation.start(home, environment, run)) {
            second.type("three");
            assertThat(second.answer()).isEqualTo("interrupted");
            assertThat(second.answer()).isEqualTo("three");
            second.endInput();

            assertThat(second.rest()).isEmpty();
        }
        assertThat(Files.readString(slow.resolve("asked"))).isEqualTo("one\ntwo\nthree\n");
        assertThat(belay("connector", "history", "slow").out())
                .containsSubsequence("answered", "interrupted", "answered");
        assertThat(belay("audit").out()).contains("connector.recover");
    }

    @Test
    void sigterm_ends_it_in_order_and_a_brake_keeps_it_from_starting() throws Exception {
        makePrivate();
        try (Conversation belay = Conversation.start(home, Map.of(), DEMO)) {
            belay.logged("connected");
            Signal.TERM.send(belay.pid());
            assertThat(belay.exit()).isZero();
        }
        try (Conversation belay = Conversation.start(home, Map.of(), DEMO)) {
            belay.logged("connected");
            assertThat(belay("stop", "demo", "--reason", "smoke").out()).contains("asked to end");
            assertThat(belay.exit()).isZero();
        }
        try (Conversation belay = Conversation.start(home, Map.of(), DEMO)) {
            assertThat(belay.exit()).isEqualTo(3);
        }
        belay("clear", "demo", "--yes");
        belay("stop", "--all");
        try (Conversation belay = Conversation.start(home, Map.of(), DEMO)) {
            assertThat(belay.exit()).isEqualTo(3);
        }
    }

    @Test
    void the_brake_of_the_whole_root_holds_for_a_binding_that_runs() throws Exception {
        makePrivate();
        try (Conversation belay = Conversation.start(home, Map.of(), DEMO)) {
            belay.type("before");
            assertThat(belay.answer()).isEqualTo("before");
            belay("stop", "--all");
            belay.type("after");
            assertThat(belay.logged("\"event\":\"dropped\"")).contains("stopped");
            belay.endInput();

            assertThat(belay.rest()).isEmpty();
        }
    }

    /// It died after it had removed the lock of a dead owner, and before the mark it did that
    /// under.
    @Test
    void a_start_that_was_killed_as_it_recovered_brakes_nobody() throws Exception {
        makePrivate();
        try (Conversation belay = Conversation.start(home, Map.of(), DEMO)) {
            belay.endInput();
            assertThat(belay.exit()).isZero();
        }
        Path stop = home.resolve("discord").resolve("demo").resolve("STOP");
        Files.writeString(
                stop,
                """
                {"at":"2026-11-30T16:38:17.894Z",\
                "reason":"recover:1edbd0cd-ad8a-44de-87ce-7f2f3d84dfe5"}
                """);
        Files.setPosixFilePermissions(stop, PosixFilePermissions.fromString("rw-------"));
        try (Conversation belay = Conversation.start(home, Map.of(), DEMO)) {
            belay.type("here again");
            assertThat(belay.answer()).isEqualTo("here again");
        }
        assertThat(stop).doesNotExist();
    }

    @Test
    void a_second_process_is_refused_while_one_runs() throws Exception {
        makePrivate();
        try (Conversation first = Conversation.start(home, Map.of(), DEMO)) {
            first.logged("connected");
            try (Conversation second = Conversation.start(home, Map.of(), DEMO)) {
                assertThat(second.exit()).isEqualTo(3);
            }
            first.type("still here");
            assertThat(first.answer()).isEqualTo("still here");
        }
    }

    @Test
    void a_reload_holds_whole_or_not_at_all() throws Exception {
        makePrivate();
        write("reload", "engine: {type: echo}\nchannel: {type: terminal}\n");
        try (Conversation belay =
                Conversation.start(home, Map.of(), "connector", "run", "reload")) {
            belay.type("one");
            assertThat(belay.answer()).isEqualTo("one");
            write(
                    "reload",
                    """
                    channel: {type: terminal}
                    engine: {type: command, command: [/bin/echo, changed]}
                    """);
            Ran applied = belay("connector", "reload", "reload");
            assertThat(applied.exit()).as(applied.err()).isZero();
            assertThat(applied.out()).contains("applied").contains("engine.type");
            belay.type("two");
            assertThat(belay.answer()).isEqualTo("changed");
            write("reload", "engine: {type: echo}\nchannel: {typ: terminal}\n");
            assertThat(belay("connector", "reload", "reload").exit()).isEqualTo(1);
            belay.type("three");
            assertThat(belay.answer()).isEqualTo("changed");
        }
        assertThat(belay("connector", "status", "reload").out())
                .contains("last reload")
                .contains("did you mean channel.type?");
    }

    /// An engine that never answers `two`, and writes down what it was asked.
    private Path slowEngine() throws IOException {
        Path place = Files.createDirectory(home.resolve("engine"));
        Path script = place.resolve("engine.sh");
        Files.writeString(
                script,
                """
                read -r line
                text=${line##*'"text":"'}; text=${text%%\\"*}
                printf '%s\\n' "$text" >>"$SLOW/asked"
                : >"$SLOW/$text"
                [ "$text" != two ] || sleep 300
                printf '%s' "$text"
                """);
        write(
                "slow",
                """
                channel: {type: terminal}
                engine: {type: command, command: [/bin/sh, %s], environment: [SLOW]}
                texts: {interrupted: interrupted}
                """
                        .formatted(script));
        return place;
    }

    private static void awaitFile(Path file) throws InterruptedException {
        long end = System.nanoTime() + 60_000_000_000L;
        while (!Files.exists(file)) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void write(String name, String text) throws IOException {
        Path files = Files.createDirectories(home.resolve("config/belay/bindings"));
        Files.writeString(files.resolve(name + ".yaml"), text);
    }

    private void makePrivate() throws IOException {
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
    }

    private Ran belay(String... words) {
        return Console.run(
                Map.of(
                        "BELAY_HOME",
                        home.toString(),
                        "XDG_CONFIG_HOME",
                        home.resolve("config").toString()),
                words);
    }
}
