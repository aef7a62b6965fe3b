package dev.belay.proof.connector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.proof.program.Conversation;
import dev.belay.proof.program.Ran;
import dev.belay.proof.program.Signal;
import dev.belay.simulators.discord.FakeDiscord;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A run against a Discord of its own.
@Timeout(240)
class DiscordRunTest {
    @TempDir private Path scratch;
    private ChatPlace place;

    @BeforeEach
    void begin() throws Exception {
        place = new ChatPlace(scratch, scratch.resolve("root"));
        try (Conversation run = place.connect()) {
            place.ask("first");
            place.awaitSaid("to first");
            Signal.TERM.send(run.pid());
            assertThat(run.exit()).isZero();
        }
    }

    @AfterEach
    void end() {
        place.close();
    }

    @Test
    void a_question_in_a_thread_that_began_while_nobody_looked_is_answered() throws Exception {
        place.discord().addThread("7001", FakeDiscord.CHANNEL);
        place.discord()
                .say(
                        "7001",
                        FakeDiscord.USER,
                        "<@" + FakeDiscord.BOT + "> missed",
                        FakeDiscord.mention());

        try (Conversation run = place.connect()) {
            ChatPlace.await(
                    "an answer in the thread",
                    () ->
                            place.discord().messages("7001").stream()
                                    .anyMatch(it -> it.text().equals("to missed")));
            Signal.TERM.send(run.pid());
            assertThat(run.exit()).isZero();
        }
        assertThat(place.questions()).containsExactly("first", "missed");
    }

    @Test
    void a_count_of_sessions_that_cannot_be_read_begins_none() throws Exception {
        Path sessions = place.binding().resolve("sessions.json");
        Files.writeString(sessions, "rubbish");
        int before = place.discord().identified();

        Ran refused = place.runToItsEnd();

        assertThat(refused.exit()).as(refused.toString()).isEqualTo(5);
        assertThat(refused.err())
                .contains("BLY-0002", "discord/support/sessions.json")
                .doesNotContain(scratch.toString());
        assertThat(place.discord().identified()).isEqualTo(before);
        assertThat(sessions).hasContent("rubbish");
    }
}
