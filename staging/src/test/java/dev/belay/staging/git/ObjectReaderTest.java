package dev.belay.staging.git;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.belay.core.error.Refusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectReaderTest {
    private static final String ONE = "1".repeat(40);
    private static final String TWO = "2".repeat(40);
    private static final String ANSWER =
            ONE + " blob 5\na\nb\nc\n" + TWO + " blob 0\n\n" + ONE + " blob 1\n\n\n";

    private final List<String> received = new ArrayList<>();

    @Test
    void blobs_are_read_however_the_answer_is_cut_into_pieces() throws IOException {
        for (int size = 1; size <= ANSWER.length(); size++) {
            received.clear();
            ObjectReader reader = reader();
            for (int at = 0; at < ANSWER.length(); at += size) {
                String piece = ANSWER.substring(at, Math.min(at + size, ANSWER.length()));
                reader.take(piece.getBytes(ISO_8859_1), piece.length());
            }
            reader.checkComplete();

            assertThat(String.join("", received))
                    .as("pieces of %d", size)
                    .isEqualTo("<5 a\nb\nc 0><0  1><1 \n 2>");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ONE missing\n",
                "ONE tree 5\n",
                "TWO blob 5\n",
                "ONE blob 1\nabc",
                "garbage without end garbage without end garbage without end garbage without end"
                        + " garbage without end garbage without end garbage without end garbage"
                        + " without end garbage without end garbage without end"
            })
    void an_object_that_was_not_asked_for_is_refused(String answer) {
        byte[] bytes = answer.replace("ONE", ONE).replace("TWO", TWO).getBytes(ISO_8859_1);

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> reader().take(bytes, bytes.length));
    }

    @Test
    void an_answer_that_stops_early_is_refused() throws IOException {
        byte[] bytes = ANSWER.substring(0, ANSWER.length() - 1).getBytes(ISO_8859_1);
        ObjectReader reader = reader();
        reader.take(bytes, bytes.length);

        assertThatExceptionOfType(Refusal.class).isThrownBy(reader::checkComplete);
    }

    private ObjectReader reader() {
        return new ObjectReader(
                List.of(GitObject.blob(ONE), GitObject.blob(TWO), GitObject.blob(ONE)),
                new ObjectReader.Receiver() {
                    @Override
                    public void begins(int number, long sizeBytes) {
                        received.add("<" + sizeBytes + " ");
                    }

                    @Override
                    public void takes(byte[] bytes, int offset, int length) {
                        received.add(new String(bytes, offset, length, ISO_8859_1));
                    }

                    @Override
                    public void ends(int number) {
                        received.add(" " + number + ">");
                    }
                });
    }
}
