package dev.belay.connector.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.connector.Snowflake;
import dev.belay.connector.channel.Listener;
import dev.belay.connector.channel.Post;
import dev.belay.connector.delivery.Settling;
import dev.belay.connector.turn.Incoming;
import dev.belay.connector.turn.Incoming.Place;
import dev.belay.connector.turn.Incoming.Trait;
import dev.belay.sim.SimHost;
import dev.belay.system.Clock;
import java.io.IOException;
import java.lang.Thread.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TerminalChannelTest {
    private static final Snowflake NONE = new Snowflake(0);
    private static final Snowflake FUTURE = new Snowflake(1L << 62);

    private final Clock clock = new SimHost().start("belay").world().clock();
    private final Written dialogue = new Written();
    private final Heard heard = new Heard();

    /// What somebody types, and reads.
    private static final class Written implements Dialogue {
        private final LinkedBlockingQueue<Optional<String>> typed = new LinkedBlockingQueue<>();
        private final List<String> shown = new ArrayList<>();
        private boolean isGone;

        void type(String... lines) {
            for (String line : lines) {
                typed.add(Optional.of(line));
            }
        }

        @Override
        public Optional<String> read() throws IOException {
            try {
                return typed.take();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        public void write(String text) throws IOException {
            if (isGone) {
                throw new IOException("Broken pipe");
            }
            shown.add(text);
        }
    }

    private static class Heard implements Listener {
        private final List<Incoming> messages = new ArrayList<>();
        private boolean isContinued = true;

        @Override
        public void connected(String self, boolean isContinued) {
            this.isContinued = isContinued;
        }

        @Override
        public void received(Incoming message) throws IOException {
            messages.add(message);
        }

        @Override
        public void delivered(String nonce, String messageId) {
            throw new AssertionError("a terminal shows nothing of ours");
        }
    }

    @Test
    void each_line_is_a_message_to_us_and_the_end_of_the_input_ends_it() throws IOException {
        dialogue.type("hello", "", "again");
        dialogue.typed.add(Optional.empty());

        new TerminalChannel(dialogue, clock, NONE).listen(heard);

        assertThat(heard.messages).extracting(Incoming::text).containsExactly("hello", "", "again");
        assertThat(heard.messages.getFirst())
                .returns(new Place("", "terminal"), Incoming::place)
                .returns("terminal", Incoming::author)
                .returns(Set.of(Trait.DIRECT), Incoming::traits);
        assertThat(heard.isContinued).isFalse();
    }

    @Test
    void ids_grow_within_a_run_and_over_runs_whatever_the_clock_does() throws IOException {
        dialogue.type("one", "two");
        dialogue.typed.add(Optional.empty());
        TerminalChannel channel = new TerminalChannel(dialogue, clock, FUTURE);

        channel.listen(heard);

        assertThat(heard.messages)
                .extracting(Incoming::id)
                .containsExactly("" + (FUTURE.value() + 1), "" + (FUTURE.value() + 2));
        assertThat(channel.send(post("answer")))
                .isEqualTo(new Settling.Answer.Delivered("" + (FUTURE.value() + 3)));
    }

    @Test
    void ids_tell_the_time() throws IOException {
        dialogue.type("one");
        dialogue.typed.add(Optional.empty());

        new TerminalChannel(dialogue, clock, NONE).listen(heard);

        Snowflake id = Snowflake.parse(heard.messages.getFirst().id()).orElseThrow();
        assertThat(id.time().toEpochMilli()).isEqualTo(clock.now().toEpochMilli());
    }

    @Test
    void an_answer_is_written_as_it_is() {
        new TerminalChannel(dialogue, clock, NONE).send(post("two\nlines"));

        assertThat(dialogue.shown).containsExactly("two\nlines");
    }

    @Test
    void an_answer_that_cannot_be_written_may_have_been_seen() {
        dialogue.isGone = true;

        assertThat(new TerminalChannel(dialogue, clock, NONE).send(post("text")))
                .isInstanceOf(Settling.Answer.Unsure.class);
    }

    @Test
    void it_ends_when_it_is_told_to_though_nobody_types() throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        TerminalChannel channel = new TerminalChannel(dialogue, clock, NONE);
        Thread listening =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                channel.listen(
                                        new Heard() {
                                            @Override
                                            public void connected(String self, boolean ignored) {
                                                connected.countDown();
                                            }
                                        });
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        });
        connected.await();

        channel.end();

        listening.join();
    }

    @Test
    void a_message_that_could_not_be_written_down_is_a_failure() {
        dialogue.type("hello");
        Listener full =
                new Heard() {
                    @Override
                    public void received(Incoming message) throws IOException {
                        throw new IOException("no space");
                    }
                };

        assertThatThrownBy(() -> new TerminalChannel(dialogue, clock, NONE).listen(full))
                .hasMessage("no space");
    }

    @Test
    void an_input_that_breaks_behind_lines_that_wait_is_a_failure_too() {
        AtomicReference<Thread> broken = new AtomicReference<>();
        dialogue.type("one", "two");
        Dialogue breaking =
                new Dialogue() {
                    @Override
                    public Optional<String> read() throws IOException {
                        if (dialogue.typed.isEmpty()) {
                            broken.set(Thread.currentThread());
                            throw new IOException("it hung up");
                        }
                        return dialogue.read();
                    }

                    @Override
                    public void write(String text) {}
                };
        Listener slow =
                new Heard() {
                    @Override
                    public void received(Incoming message) {
                        while (broken.get() == null || broken.get().getState() == State.RUNNABLE) {
                            Thread.onSpinWait(); // Until whoever reads can only wait, or has ended.
                        }
                    }
                };

        assertThatThrownBy(() -> new TerminalChannel(breaking, clock, NONE).listen(slow))
                .hasMessage("it hung up");
    }

    private static Post post(String text) {
        return new Post("nonce", "terminal", "", text, Post.Mentions.SILENT);
    }
}
