package dev.belay.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamesTest {
    @Test
    void a_name_in_utf8_is_its_text() {
        for (String name :
                List.of("a", "caf\u00e9", "\u65e5\u672c", "\ud83d\ude80", "\uffff", "x\ufffdy")) {
            assertThat(FileNames.encode(name)).isEqualTo(name.getBytes(UTF_8));
            assertThat(decode(name.getBytes(UTF_8))).isEqualTo(name);
        }
    }

    @Test
    void a_byte_that_is_not_utf8_is_a_lone_surrogate() {
        assertThat(decode(bytes('a', 0xFF, 'b'))).isEqualTo("a\udcffb");
        assertThat(FileNames.encode("a\udcffb")).isEqualTo(bytes('a', 0xFF, 'b'));
    }

    @Test
    void what_is_malformed_is_escaped_byte_by_byte() {
        assertThat(decode(bytes(0xC0, 0xAF))).as("too long a slash").isEqualTo("\udcc0\udcaf");
        assertThat(decode(bytes(0xE0, 0x80, 0xAF))).isEqualTo("\udce0\udc80\udcaf");
        assertThat(decode(bytes(0xED, 0xB2, 0x80)))
                .as("a surrogate")
                .isEqualTo("\udced\udcb2\udc80");
        assertThat(decode(bytes(0xF4, 0x90, 0x80, 0x80))).isEqualTo("\udcf4\udc90\udc80\udc80");
        assertThat(decode(bytes(0xF0, 0x8F, 0xBF, 0xBF))).isEqualTo("\udcf0\udc8f\udcbf\udcbf");
        assertThat(decode(bytes(0xE2, 0x82, 'x'))).as("cut short").isEqualTo("\udce2\udc82x");
        assertThat(decode(bytes(0xE2, 0x82))).as("cut short at the end").isEqualTo("\udce2\udc82");
        assertThat(decode(bytes(0xFF, 0xC3, 0xA9)))
                .as("then well-formed")
                .isEqualTo("\udcff\u00e9");
    }

    /// Also finds texts that stand for one name twice: then two of the arrays would have one text.
    @Test
    void all_names_of_up_to_two_bytes_and_many_longer_ones_round_trip() {
        Set<String> texts = new HashSet<>();
        int count = 0;
        for (int first = 1; first < 256; first++) {
            for (int second = 0; second < 256; second++) {
                byte[] name = second == 0 ? bytes(first) : bytes(first, second);
                texts.add(roundTrip(name));
                count++;
            }
        }
        assertThat(texts).hasSize(count);

        Random random = new Random(42);
        int[] likely = {
            0xC3, 0xA9, 0xE0, 0xED, 0xF0, 0xF4, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 'a'
        };
        for (int round = 0; round < 200_000; round++) {
            byte[] name = new byte[1 + random.nextInt(8)];
            for (int at = 0; at < name.length; at++) {
                name[at] = (byte) likely[random.nextInt(likely.length)];
            }
            roundTrip(name);
        }
    }

    private static String roundTrip(byte[] name) {
        String text = decode(name);
        if (!Arrays.equals(FileNames.encodeText(text), name)) {
            throw new AssertionError(Arrays.toString(name) + " became " + text);
        }
        return text;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "/", "a/b", "/a", "a/", "\0", "a\0"})
    void what_names_no_entry_is_refused(String name) {
        assertThatThrownBy(() -> FileNames.encode(name))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\udc2f", "\udc00", "\udc7f", "\ud83d", "a\udfff", "\ud800\udcff\ud800"})
    void a_surrogate_that_escapes_nothing_is_refused(String name) {
        assertThatThrownBy(() -> FileNames.encodeText(name))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\udcc3\udca9", "x\udce2\udc82\udcac", "\udcf0\udc9f\udc9a\udc80"})
    void a_second_text_for_a_name_is_refused(String name) {
        assertThatThrownBy(() -> FileNames.encodeText(name))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String decode(byte[] bytes) {
        byte[] framed = new byte[bytes.length + 2];
        System.arraycopy(bytes, 0, framed, 1, bytes.length);
        return FileNames.decode(framed, 1, bytes.length);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int at = 0; at < values.length; at++) {
            bytes[at] = (byte) values[at];
        }
        return bytes;
    }
}
