package dev.belay.connector.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.connector.engine.CommandEngine.Form;
import dev.belay.system.program.LocalPrograms;
import dev.belay.system.program.Programs.Complaints;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CommandEngineTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int BYTES_MAX = 2_000;

    @Test
    void the_turn_comes_as_one_document_of_one_line() {
        assertThat(ask("cat", Form.TEXT, "hello \"you\"\nthere"))
                .isEqualTo(
                        new Answer.Answered(
                                "{\"version\":1,\"binding\":\"support\",\"turn\":\"1234\""
                                        + ",\"attempt\":1,\"channel\":\"55\",\"author\":\"66\""
                                        + ",\"writtenAt\":\"2026-01-02T03:04:05.000Z\""
                                        + ",\"text\":\"hello \\\"you\\\"\\nthere\"}",
                                0));
    }

    @Test
    void an_answer_is_text_or_an_object() {
        assertThat(ask("echo '  yes'; echo", Form.TEXT, ""))
                .isEqualTo(new Answer.Answered("  yes", 0));
        assertThat(ask("echo '{\"text\": \"yes\", \"tokens\": 12}'", Form.JSON, ""))
                .isEqualTo(new Answer.Answered("yes", 12));
        assertThat(ask("true", Form.TEXT, "")).isEqualTo(new Answer.Answered("", 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "echo no", "echo '[]'", "echo '{}'", "echo '{\"text\": 1}'"})
    void what_is_no_such_object_is_no_answer(String script) {
        assertThat(ask(script, Form.JSON, ""))
                .isEqualTo(new Answer.Failed("the program wrote no JSON object with a text"));
    }

    @Test
    void a_failure_says_how_and_nothing_of_the_output() {
        assertThat(ask("echo secret; exit 3", Form.TEXT, ""))
                .isEqualTo(new Answer.Failed("the program ended with 3"));
        assertThat(ask("echo secret; kill -9 $$", Form.TEXT, ""))
                .isEqualTo(new Answer.Failed("signal 9 ended the program"));
        assertThat(ask("yes secret", Form.TEXT, ""))
                .isEqualTo(new Answer.Failed("the program wrote more than 2000 bytes"));
    }

    @Test
    void one_that_hangs_is_timed_out() {
        assertThat(engine("sleep 300", Form.TEXT).ask(Questions.of(""), Duration.ofMillis(200)))
                .isEqualTo(new Answer.TimedOut());
    }

    @Test
    void an_interrupt_abandons_the_question() {
        Thread.currentThread().interrupt();

        Answer answer = ask("sleep 300", Form.TEXT, "");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer).isEqualTo(new Answer.Abandoned());
    }

    private static Answer ask(String script, Form form, String text) {
        return engine(script, form).ask(Questions.of(text), LONG);
    }

    private static CommandEngine engine(String script, Form form) {
        return new CommandEngine(
                new LocalPrograms(),
                new CommandEngine.Terms(
                        List.of("/bin/sh", "-c", script),
                        Map.of("PATH", "/usr/bin:/bin"),
                        Path.of("/"),
                        form,
                        BYTES_MAX,
                        Complaints.DROPPED));
    }
}
