package dev.belay.core.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.Disks;
import dev.belay.sim.SimHost;
import dev.belay.sim.SimProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What stands at the end of a log, or in the middle, that is no line.
class LogTailTest {
    private static final String WHOLE = Logs.line("a") + Logs.line("b");

    private SimHost host = new SimHost();
    private SimProcess process = host.start("owner");

    @BeforeEach
    void given_a_machine() throws IOException {
        host = Disks.host();
        process = host.start("owner");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"word\":\"c\"",
                "{\"other\":\"c\"}",
                "\0\0\0\0",
                "{\"word\":\0\0\0\0",
                "\0\0\0\0\n",
                "{\"wo\0\0\0\0\0\0\0\n",
                "\0\n\0\n{\"w"
            })
    void an_end_that_is_no_record_is_kept_aside_and_cut_off(String torn) throws IOException {
        Logs.put(host, WHOLE + torn);

        TailRepair repair = Logs.log(process).open();

        assertThat(repair)
                .isInstanceOfSatisfying(
                        TailRepair.SetAside.class,
                        aside -> assertThat(aside.lengthBytes()).isEqualTo(torn.length()));
        assertThat(Logs.text(host)).isEqualTo(WHOLE);
        assertThat(Logs.evidence(host)).containsExactly(torn);
        assertThat(Logs.log(process).open()).isEqualTo(new TailRepair.Unneeded());
    }

    @Test
    void a_log_that_holds_nothing_but_zeros_becomes_empty() throws IOException {
        Logs.put(host, "\0".repeat(5000));

        Logs.log(process).append(Logs.word("a"));

        assertThat(Logs.text(host)).isEqualTo(Logs.line("a"));
        assertThat(Logs.evidence(host)).containsExactly("\0".repeat(5000));
    }

    @Test
    void a_record_that_lacks_its_line_feed_alone_counts() throws IOException {
        Logs.put(host, WHOLE + Logs.line("c").strip());

        assertThat(Logs.log(process).open()).isEqualTo(new TailRepair.Completed());

        assertThat(Logs.words(process)).containsExactly("a", "b", "c");
        assertThat(Logs.evidence(host)).isEmpty();
    }

    @Test
    void a_torn_end_is_no_line_to_a_reader_and_is_left_as_it_is() throws IOException {
        Logs.put(host, WHOLE + "{\"wo");

        assertThat(Logs.words(process)).containsExactly("a", "b");
        assertThat(Logs.log(process).read(_ -> {}))
                .isEqualTo(new LogEnd(2, WHOLE.length(), "{\"wo".length()));
        assertThat(Logs.text(host)).isEqualTo(WHOLE + "{\"wo");
    }

    @Test
    void an_end_longer_than_a_line_is_kept_aside() throws IOException {
        int length = LogLine.BYTES_MAX + 1;
        Logs.put(host, WHOLE + "x".repeat(length));

        assertThat(Logs.log(process).open()).isInstanceOf(TailRepair.SetAside.class);

        assertThat(Logs.text(host)).isEqualTo(WHOLE);
        assertThat(Logs.evidence(host).getFirst()).hasSize(length);
    }

    @Test
    void an_end_longer_than_any_turn_is_refused_and_left_as_it_is() throws IOException {
        byte[] text = (WHOLE + "x".repeat(LogTail.TORN_BYTES_MAX + (64 << 10) + 1)).getBytes(UTF_8);
        Logs.put(host, text);

        assertInvalid(catchThrowableOfType(Refusal.class, () -> Logs.log(process).open()));

        assertThat(Logs.text(host)).hasSize(text.length);
        assertThat(Logs.evidence(host)).isEmpty();
    }

    @Test
    void a_last_line_longer_than_a_line_may_be_is_refused_and_left_as_it_is() throws IOException {
        String text = "a\n" + "x".repeat(LogLine.BYTES_MAX + (64 << 10) + 1) + "\n";
        Logs.put(host, text);

        assertInvalid(
                catchThrowableOfType(
                        Refusal.class, () -> Logs.log(process).append(Logs.word("a"))));

        assertThat(Logs.text(host)).hasSize(text.length());
    }

    @Test
    void a_damaged_line_in_the_middle_is_named_and_left_as_it_is() throws IOException {
        String text = Logs.line("a") + "{\"word\":\n" + Logs.line("c");
        Logs.put(host, text);
        List<String> seen = new ArrayList<>();

        Refusal refusal =
                catchThrowableOfType(
                        Refusal.class,
                        () ->
                                Logs.log(process)
                                        .read(line ->
                                                seen.add(
                                                        line.object()
                                                                .string("word")
                                                                .orElseThrow())));

        assertInvalid(refusal);
        assertThat(refusal).hasMessageStartingWith(Logs.LABEL + ":2: column ");
        assertThat(seen).containsExactly("a");
        assertThat(Logs.log(process).open()).isEqualTo(new TailRepair.Unneeded());
        assertThat(Logs.text(host)).isEqualTo(text);
    }

    @Test
    void a_line_that_is_no_object_is_named() throws IOException {
        Logs.put(host, "[1]\n");

        assertThat(catchThrowableOfType(Refusal.class, () -> Logs.words(process)))
                .hasMessageStartingWith(Logs.LABEL + ":1: not a JSON object");
    }

    @Test
    void a_line_in_the_middle_that_is_too_long_is_named() throws IOException {
        Logs.put(host, Logs.line("a") + "x".repeat(LogLine.BYTES_MAX + 1) + "\n" + Logs.line("c"));

        Refusal refusal = catchThrowableOfType(Refusal.class, () -> Logs.words(process));

        assertInvalid(refusal);
        assertThat(refusal).hasMessageStartingWith(Logs.LABEL + ":2: longer than");
    }

    @Test
    void a_line_as_long_as_it_may_be_is_read_whole_over_many_chunks() throws IOException {
        Logs.put(host, "x".repeat(LogLine.BYTES_MAX) + "\n" + "y".repeat((64 << 10) - 1) + "\n\n");
        List<Integer> lengths = new ArrayList<>();
        List<Long> ends = new ArrayList<>();

        LogEnd end =
                Logs.log(process)
                        .read(line -> {
                            lengths.add(line.bytes().length);
                            ends.add(line.to());
                        });

        assertThat(lengths).containsExactly(LogLine.BYTES_MAX, (64 << 10) - 1, 0);
        assertThat(end.position()).isEqualTo(ends.getLast());
        assertThat(end.tornBytes()).isZero();
    }

    @Test
    void crashes_of_one_moment_are_kept_apart_and_too_many_are_refused() throws IOException {
        for (int i = 0; i < 16; i++) {
            Logs.put(host, WHOLE + "torn " + i);
            Logs.log(process).open();
        }
        assertThat(Logs.evidence(host)).hasSize(16).doesNotHaveDuplicates();
        Logs.put(host, WHOLE + "torn");

        Refusal refusal = catchThrowableOfType(Refusal.class, () -> Logs.log(process).open());

        assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_UNWRITABLE);
        assertThat(Logs.text(host)).isEqualTo(WHOLE + "torn");
    }

    private static void assertInvalid(Refusal refusal) {
        assertThat(refusal.code()).isEqualTo(ErrorCode.STATE_INVALID);
    }
}
