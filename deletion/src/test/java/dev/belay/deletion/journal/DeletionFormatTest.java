package dev.belay.deletion.journal;

import static dev.belay.deletion.Samples.box;
import static dev.belay.deletion.Samples.operation;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.DeletionRecord.Accepted;
import dev.belay.deletion.DeletionRecord.Blocked;
import dev.belay.deletion.DeletionRecord.Phase;
import dev.belay.deletion.DeletionRecord.Prepared;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.OperationStatus;
import dev.belay.deletion.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class DeletionFormatTest {
    private static final Instant TIME = Instant.ofEpochMilli(1_764_486_000_000L);

    private static final String GOOD =
            """
            {"boxId":"bx_22222223","name":"n","ownerBotId":null,"phase":"accepted",
             "operationId":"bdop_00000000000000000000000000000001","status":"pending",
             "requestedAt":5,"updatedAt":6}\
            """;

    @Test
    void an_empty_journal_is_printed_as_the_seed_prints_it() {
        assertThat(DeletionFormat.file(List.of()))
                .asString(UTF_8)
                .isEqualTo("{\n  \"version\": 1,\n  \"records\": []\n}\n");
    }

    @Test
    void a_record_is_read_from_any_layout_and_kept_in_it() throws InvalidJournal {
        Entry entry = read(GOOD).getFirst();

        assertThat(entry.record())
                .isEqualTo(
                        new DeletionRecord(
                                new Target(box(1), "n", null),
                                new Accepted(operation(1), OperationStatus.PENDING),
                                Instant.ofEpochMilli(5),
                                Instant.ofEpochMilli(6),
                                List.of()));
        assertThat(entry.text()).asString(UTF_8).isEqualTo(GOOD);
    }

    @Test
    void a_whole_number_counts_however_it_is_written() throws InvalidJournal {
        Entry entry = read(GOOD.replace("\"updatedAt\":6", "\"updatedAt\":1.0e3")).getFirst();

        assertThat(entry.record().updatedAt()).isEqualTo(Instant.ofEpochMilli(1000));
    }

    @Test
    void fields_of_others_are_kept_when_a_record_is_written_anew() throws InvalidJournal {
        Entry before =
                read(GOOD.replace(
                                "{\"boxId\"",
                                "{\"ticket\":{\"n\":1e3,\"s\":\"\\ud83d\"},\"boxId\""))
                        .getFirst();

        Entry after = DeletionFormat.entry(before.record(), before.foreign());

        assertThat(after.foreign()).containsOnlyKeys("ticket");
        assertThat(read(new String(after.text(), UTF_8)).getFirst().foreign().get("ticket"))
                .hasToString("{\"n\":1000,\"s\":\"\\ud83d\"}");
    }

    @Test
    void the_previous_generation_and_the_temporary_files_are_no_record_of_the_seed() {
        assertThat(DeletionFormat.PREVIOUS).startsWith(".").doesNotEndWith(".json");
    }

    /// D01: the read-back is what keeps us from writing what nobody could load.
    @Test
    void d01_a_text_that_would_read_as_another_record_is_never_written() {
        DeletionRecord prepared =
                new DeletionRecord(
                        new Target(box(1), "n", null), new Prepared(), TIME, TIME, List.of());
        Map<String, JsonValue> smuggled = Map.of("status", new JsonString("completed"));

        assertThatThrownBy(() -> DeletionFormat.entry(prepared, smuggled))
                .isInstanceOf(InvalidJournal.class)
                .hasMessage("field `status` is there, though the phase is prepared");
        assertThatThrownBy(() ->
                        DeletionFormat.entry(
                                prepared, Map.of("pastOperationIds", JsonBoolean.TRUE)))
                .isInstanceOf(InvalidJournal.class);
    }

    @Test
    void d01_what_is_written_is_always_read_as_it_was_meant() throws InvalidJournal {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 300; i++) {
            Map<Integer, DeletionRecord> records = new LinkedHashMap<>();
            for (int n = 0; n < random.nextInt(4); n++) {
                records.put(n, record(n, random));
            }
            List<byte[]> texts = new ArrayList<>();
            for (DeletionRecord record : records.values()) {
                texts.add(DeletionFormat.entry(record, foreign(random)).text());
            }

            List<Entry> read = DeletionFormat.read(DeletionFormat.file(texts));

            assertThat(read.stream().map(Entry::record))
                    .containsExactlyElementsOf(records.values());
            assertThat(read.stream().map(Entry::text)).containsExactlyElementsOf(texts);
        }
    }

    @ParameterizedTest
    @CsvFileSource(resources = "invalid-records.csv", delimiter = '|', quoteCharacter = '\'')
    void d11_an_invalid_record_is_named_with_its_field(String from, String to, String complaint) {
        String bad = GOOD.replace(from, to);
        assertThat(bad).isNotEqualTo(GOOD);

        assertThatThrownBy(() ->
                        read(GOOD.replace("22222223", "22222222").replace("01\"", "09\""), bad))
                .isInstanceOf(InvalidJournal.class)
                .hasMessage(complaint);
    }

    @Test
    void d11_a_record_that_is_no_object_is_named() {
        assertThatThrownBy(() -> read(GOOD, "[]"))
                .isInstanceOf(InvalidJournal.class)
                .hasMessage("record 2 is not an object");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ''                              | line 1, column 1: empty
                    null                            | not an object
                    []                              | not an object
                    {}                              | field `version` is not 1
                    {"version":"1","records":[]}    | field `version` is not 1
                    {"version":0,"records":[]}      | field `version` is not 1
                    {"version":1}                   | field `records` is not an array
                    {"version":1,"records":{}}      | field `records` is not an array
                    {"version":1,"records":[]}x     | line 1, column 27: more text behind the value
                    {"version":1,"records":[]}{}    | line 1, column 27: more text behind the value
                    {"version":1,"version":1}       | line 1, column 14: key "version" twice
                    """)
    void d11_an_invalid_file_is_named_with_its_place(String text, String complaint) {
        assertThatThrownBy(() -> DeletionFormat.read(text.getBytes(UTF_8)))
                .isInstanceOf(InvalidJournal.class)
                .hasMessage(complaint);
    }

    @Test
    void a_later_version_is_left_to_a_later_program() {
        assertThatThrownBy(
                        () -> DeletionFormat.read("{\"version\":2,\"records\":7}".getBytes(UTF_8)))
                .isInstanceOfSatisfying(
                        InvalidJournal.class,
                        invalid ->
                                assertThat(invalid.of("deletion/x").code())
                                        .isEqualTo(ErrorCode.STATE_TOO_NEW));
    }

    @Test
    void more_records_than_the_seed_takes_are_invalid() {
        String file = "{\"version\":1,\"records\":[" + "0,".repeat(4096) + "0]}";

        assertThatThrownBy(() -> DeletionFormat.read(file.getBytes(UTF_8)))
                .hasMessage("4097 records, and at most 4096 may be");
    }

    /// Neither a name nor anything else of the file may reach a message.
    @Test
    void d11_a_complaint_quotes_nothing_of_the_file() {
        String secret = "s3cr3t\\u0000";

        assertThatThrownBy(() -> read(GOOD.replace("\"n\"", "\"" + secret + "\"")))
                .extracting(invalid -> ((InvalidJournal) invalid).of("f").getMessage())
                .asString()
                .doesNotContain("s3cr3t");
    }

    private static List<Entry> read(String... records) throws InvalidJournal {
        String file = "{\"version\":1,\"records\":[" + String.join(",", records) + "]}";
        return DeletionFormat.read(file.getBytes(UTF_8));
    }

    private static DeletionRecord record(int number, SplittableRandom random) {
        Phase phase =
                switch (random.nextInt(4)) {
                    case 0 -> new Prepared();
                    case 1 -> new Accepted(operation(number), OperationStatus.PENDING);
                    case 2 -> new Accepted(operation(number), OperationStatus.COMPLETED);
                    default -> new Blocked(random.nextBoolean() ? operation(number) : null);
                };
        Instant requested = Instant.ofEpochMilli(random.nextLong(1, 1L << 53));
        Instant updated = Instant.ofEpochMilli(random.nextLong(requested.toEpochMilli(), 1L << 53));
        List<OperationId> past =
                random.ints(random.nextInt(17), 100, 200)
                        .distinct()
                        .mapToObj(n -> operation(n))
                        .toList();
        return new DeletionRecord(
                new Target(box(number), text(random), random.nextBoolean() ? "bot" : null),
                phase,
                requested,
                updated,
                past);
    }

    /// Any UTF-16 that a name may hold, unpaired surrogates and control characters too.
    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder("x");
        for (int i = random.nextInt(99); i > 0; i--) {
            char unit =
                    (char)
                            (random.nextBoolean()
                                    ? random.nextInt(1, 0x80)
                                    : random.nextInt(1, 0x10000));
            text.append(unit == '\r' || unit == '\n' ? ' ' : unit);
        }
        return text.toString();
    }

    private static Map<String, JsonValue> foreign(SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 -> Map.of();
            case 1 -> Map.of("n", new JsonNumber("1.50e300"));
            default -> Map.of("\u2028\"", new JsonString(text(random)));
        };
    }
}
