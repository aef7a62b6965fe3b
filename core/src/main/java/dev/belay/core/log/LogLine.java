package dev.belay.core.log;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonMembers;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;

/// One line of a log.
public final class LogLine {
    /// No line of any log is longer, in bytes, its line feed not counted.
    public static final int BYTES_MAX = 1 << 20;

    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);

    private final String label;
    private final long number;
    private final long from;
    private final byte[] bytes;

    LogLine(String label, long number, long from, byte[] bytes) {
        this.label = label;
        this.number = number;
        this.from = from;
        this.bytes = bytes;
    }

    /// Which line it is, from 1, or from the first that was read.
    public long number() {
        return number;
    }

    /// The position of its first byte in the file.
    public long from() {
        return from;
    }

    /// The position behind its line feed.
    public long to() {
        return from + bytes.length + 1;
    }

    /// Its bytes without the line feed; the caller must not change them.
    public byte[] bytes() {
        return bytes;
    }

    /// The record on this line.
    ///
    /// @throws Refusal `STATE_INVALID` with file and line when it is not a JSON object
    public JsonObject object() throws Refusal {
        try {
            JsonValue value = JsonText.parse(bytes, LIMITS);
            if (value instanceof JsonObject object) {
                return object;
            }
        } catch (JsonSyntax e) {
            String what = "column %d: %s".formatted(e.column(), e.what());
            throw invalid(what).because(e);
        }
        throw invalid("not a JSON object");
    }

    /// The same record, of which only that becomes text which is asked for.
    ///
    /// @throws Refusal as [#object] does
    public JsonMembers members() throws Refusal {
        PlainLine plain = PlainLine.of(bytes);
        return plain == null ? object() : plain;
    }

    /// The refusal of a line that is not what its format says.
    public Refusal invalid(String what) {
        return invalid(label, number, what);
    }

    static Refusal invalid(String label, long number, String what) {
        return new Refusal(
                ErrorCode.STATE_INVALID,
                label + ":" + number,
                what,
                "belay doctor explains the file, and repairs what can be proved safe");
    }
}
