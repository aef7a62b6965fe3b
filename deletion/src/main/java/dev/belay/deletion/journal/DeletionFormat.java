package dev.belay.deletion.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.core.json.SourceRange;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.OperationId;
import dev.belay.deletion.Transitions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The codec of docs/formats/deletion-journal-v1.md.
///
/// Whatever is written was read back by [#read] or by [#entry] before, so that we never save what
/// we would refuse to load. For a whole file that would cost as much as the rest of a change does.
/// It is enough to read back the changed records, since a file of ours is a fixed frame around
/// record texts and fixed separators: each text is one whole JSON object, because it was cut out of
/// a file that was read or because it was read on its own, and so the frame holds as many objects
/// as it holds texts, each with the meaning it had. What no text tells alone, the number of records
/// and that ids differ, holds for every draft by the rules of [Transitions].
final class DeletionFormat {
    static final String FILE = "box-delete-requests.json";
    static final String PREVIOUS = ".box-delete-requests.json.previous";
    static final int BYTES_MAX = 16 << 20;

    private static final long VERSION = 1;
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);

    // The frame. Nobody changes them.
    static final byte[] HEAD = ascii("{\n  \"version\": 1,\n  \"records\": [\n    ");
    static final byte[] BETWEEN = ascii(",\n    ");
    static final byte[] TAIL = ascii("\n  ]\n}\n");
    static final byte[] EMPTY = ascii("{\n  \"version\": 1,\n  \"records\": []\n}\n");
    private static final String INDENT = "\n    ";

    private DeletionFormat() {}

    /// Reads a whole file.
    ///
    /// @throws InvalidJournal naming the record and the field that are not what the format says
    static List<Entry> read(byte[] file) throws InvalidJournal {
        List<Entry> entries = new ArrayList<>();
        for (JsonObject object : elements(file)) {
            try {
                entries.add(entry(object, file));
            } catch (InvalidJournal invalid) {
                throw invalid.inRecord(entries.size() + 1, object);
            }
        }
        requireUnique(entries);
        return entries;
    }

    /// The records of a file whose frame is sound, whatever their fields are.
    static List<JsonObject> elements(byte[] file) throws InvalidJournal {
        JsonObject journal = object(file);
        requireVersion(journal);
        if (!(journal.member("records").orElse(JsonNull.NULL) instanceof JsonArray records)) {
            throw new InvalidJournal("field `records` is not an array");
        }
        if (records.elements().size() > Transitions.RECORDS_MAX) {
            throw new InvalidJournal(
                    "%d records, and at most %d may be"
                            .formatted(records.elements().size(), Transitions.RECORDS_MAX));
        }
        List<JsonObject> elements = new ArrayList<>(records.elements().size());
        for (JsonValue value : records.elements()) {
            if (!(value instanceof JsonObject object)) {
                throw new InvalidJournal(
                        "record %d is not an object".formatted(elements.size() + 1));
            }
            elements.add(object);
        }
        return elements;
    }

    /// A record with its text as it stands in `file`.
    static Entry entry(JsonObject object, byte[] file) throws InvalidJournal {
        SourceRange range = object.source().orElseThrow();
        return new Entry(
                RecordFields.record(object),
                RecordFields.foreign(object),
                Arrays.copyOfRange(file, range.from(), range.to()));
    }

    /// A record that is to be written, with its text read back.
    ///
    /// @param foreign fields that we do not know and keep
    /// @throws InvalidJournal when the text would not read as `record`
    static Entry entry(DeletionRecord record, Map<String, JsonValue> foreign)
            throws InvalidJournal {
        JsonObject object = RecordFields.object(record, foreign);
        byte[] text = JsonText.printIndented(object).replace("\n", INDENT).getBytes(UTF_8);
        JsonObject read = object(text);
        // Printed, since 1e3 reads as another literal than the 1000 that it is printed as.
        boolean isKept =
                foreign.isEmpty()
                        ? read.members().size() == object.members().size()
                        : JsonText.print(read).equals(JsonText.print(object));
        if (!isKept || !RecordFields.record(read).equals(record)) {
            throw new InvalidJournal("the record to be written reads as another");
        }
        return new Entry(record, foreign, text);
    }

    /// The file that holds `texts` as its records.
    static byte[] file(Collection<byte[]> texts) {
        if (texts.isEmpty()) {
            return EMPTY.clone();
        }
        int length = HEAD.length + TAIL.length + (texts.size() - 1) * BETWEEN.length;
        for (byte[] text : texts) {
            length = Math.addExact(length, text.length);
        }
        byte[] file = Arrays.copyOf(HEAD, length);
        int end = HEAD.length;
        boolean first = true;
        for (byte[] text : texts) {
            if (!first) {
                end = append(file, end, BETWEEN);
            }
            first = false;
            end = append(file, end, text);
        }
        append(file, end, TAIL);
        return file;
    }

    private static int append(byte[] file, int end, byte[] text) {
        System.arraycopy(text, 0, file, end, text.length);
        return end + text.length;
    }

    private static JsonObject object(byte[] text) throws InvalidJournal {
        JsonValue value;
        try {
            value = JsonText.parse(text, LIMITS);
        } catch (JsonSyntax syntax) {
            throw InvalidJournal.because(syntax);
        }
        if (value instanceof JsonObject object) {
            return object;
        }
        throw new InvalidJournal("not an object");
    }

    private static void requireVersion(JsonObject journal) throws InvalidJournal {
        OptionalLong version = journal.safeInteger("version");
        if (version.isPresent() && version.getAsLong() > VERSION) {
            throw InvalidJournal.tooNew(version.getAsLong());
        }
        if (version.isEmpty() || version.getAsLong() != VERSION) {
            throw new InvalidJournal("field `version` is not 1");
        }
    }

    static void requireUnique(List<Entry> entries) throws InvalidJournal {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < entries.size(); i++) {
            DeletionRecord record = entries.get(i).record();
            if (!ids.add(record.id().value())) {
                throw new InvalidJournal(
                        "record %d (%s), field `boxId`: an earlier record has the same"
                                .formatted(i + 1, record.id()));
            }
            Optional<OperationId> operation = record.operation();
            if (operation.isPresent() && !ids.add(operation.get().value())) {
                throw new InvalidJournal(
                        "record %d (%s), field `operationId`: an earlier record has the same"
                                .formatted(i + 1, record.id()));
            }
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(UTF_8);
    }
}
