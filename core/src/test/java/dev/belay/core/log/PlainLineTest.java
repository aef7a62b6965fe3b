package dev.belay.core.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainLineTest {
    private static final int MUTANTS = 60_000;
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(LogLine.BYTES_MAX);

    private static final List<String> LINES =
            List.of(
                    """
                    {"id":"1323802873036800000","at":"2025-01-01T00:00:00.000Z","channel":"118",\
                    "author":"900"}\
                    """,
                    """
                    {"nonce":"AAAAAAAAAAAAAAAAAAAAAA","status":"intent","turn":"1","part":0,\
                    "length":12}\
                    """,
                    """
                    {"nonce":"n","status":"confirmed","messageId":"1"}\
                    """,
                    """
                    {"a":999999999999999,"b":"","":"c"}\
                    """);

    /// Bytes that mean something to a reader of JSON.
    private static final byte[] TELLING =
            "{}[]\",:\\ \t\r\n\0\u007f01-.eEtfnu\u00e9\ud83d\ude00".getBytes(UTF_8);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void a_usual_line_is_plain(int number) {
        byte[] line = LINES.get(number).getBytes(UTF_8);

        assertThat(plain(line)).isNotNull();
        assertSame(line);
    }

    @Test
    void a_mutant_that_is_plain_says_what_the_strict_reader_says() {
        SplittableRandom random = new SplittableRandom(5);
        int plain = 0;
        int refused = 0;
        for (int i = 0; i < MUTANTS; i++) {
            byte[] mutant = LINES.get(random.nextInt(LINES.size())).getBytes(UTF_8);
            for (int change = random.nextInt(3); change >= 0; change--) {
                mutant = mutated(mutant, random);
            }
            refused += strict(mutant).isEmpty() ? 1 : 0;
            plain += plain(mutant) == null ? 0 : 1;
            assertSame(mutant);
        }

        // Enough of both, or this would show nothing.
        assertThat(plain).isGreaterThan(MUTANTS / 10);
        assertThat(refused).isGreaterThan(MUTANTS / 10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"a\":\"b\"",
                "{\"a\":\"b\"}}",
                "{\"a\":\"b\",}",
                "{\"a\":\"b\"} ",
                " {\"a\":\"b\"}",
                "{\"a\":\"b\",\"a\":\"c\"}",
                "{\"a\":\"\\n\"}",
                "{\"a\":\"\t\"}",
                "{\"a\":\"\u00e9\"}",
                "{\"a\":01}",
                "{\"a\":-1}",
                "{\"a\":1.0}",
                "{\"a\":1000000000000000}",
                "{\"a\":}",
                "{\"a\":{}}",
                "{\"a\":null}",
                "[\"a\"]"
            })
    void whatever_else_is_left_to_the_strict_reader(String line) {
        assertThat(plain(line.getBytes(UTF_8))).isNull();
    }

    @Test
    void more_members_than_any_line_has_are_left_to_the_strict_reader() {
        assertThat(plain(members(16))).isNotNull();
        assertThat(plain(members(17))).isNull();
        assertSame(members(16));
    }

    private static byte[] members(int count) {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            members.add("\"m%d\":\"%d\"".formatted(i, i));
        }
        return ("{" + String.join(",", members) + "}").getBytes(UTF_8);
    }

    /// Whatever is plain is an object, and has its members, and no others.
    private static void assertSame(byte[] line) {
        PlainLine plain = plain(line);
        if (plain == null) {
            return;
        }
        String shown = new String(line, UTF_8);
        JsonObject object = strict(line).orElseThrow(() -> new AssertionError(shown));
        assertThat(plain.object()).as(shown).isEqualTo(object);
        assertThat(plain.object().members().keySet())
                .as(shown)
                .containsExactlyElementsOf(object.members().keySet());
        List<String> names = new ArrayList<>(object.members().keySet());
        names.addAll(List.of("id", "at", "nonce", "none", "i"));
        for (String name : names) {
            assertThat(plain.has(name)).as(shown).isEqualTo(object.has(name));
            Optional<String> text = plain.string(name);
            assertThat(text).as(shown).isEqualTo(object.string(name));
        }
    }

    private static @Nullable PlainLine plain(byte[] line) {
        return PlainLine.of(line);
    }

    private static Optional<JsonObject> strict(byte[] line) {
        try {
            return JsonText.parse(line, LIMITS) instanceof JsonObject object
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (JsonSyntax _) {
            return Optional.empty();
        }
    }

    private static byte[] mutated(byte[] line, SplittableRandom random) {
        if (line.length == 0) {
            return TELLING.clone();
        }
        int at = random.nextInt(line.length);
        byte telling = TELLING[random.nextInt(TELLING.length)];
        int length = Math.min(line.length - at, 1 + random.nextInt(12));
        return switch (random.nextInt(6)) {
            case 0 -> replaced(line, at, 1, new byte[] {telling});
            case 1 -> replaced(line, at, 0, new byte[] {telling});
            case 2 -> replaced(line, at, 1, new byte[0]);
            case 3 -> replaced(line, at, 1, new byte[] {(byte) random.nextInt(256)});
            case 4 -> replaced(line, at, length, new byte[0]);
            // A piece twice, such as a whole member.
            default -> replaced(line, at, 0, Arrays.copyOfRange(line, at, at + length));
        };
    }

    private static byte[] replaced(byte[] line, int at, int length, byte[] piece) {
        byte[] mutant = new byte[line.length - length + piece.length];
        System.arraycopy(line, 0, mutant, 0, at);
        System.arraycopy(piece, 0, mutant, at, piece.length);
        int rest = at + length;
        System.arraycopy(line, rest, mutant, at + piece.length, line.length - rest);
        return mutant;
    }
}
