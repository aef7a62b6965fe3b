package dev.belay.core.audit;

import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonSyntax;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.core.log.LogLine;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Optional;
import java.util.regex.Pattern;

/// The lines of `docs/formats/audit-v1.md`.
final class AuditFormat {
    static final int VERSION = 1;

    /// A part of the reserve, so that a few lines can be written when the disk is full.
    static final int LINE_BYTES_MAX = 16 << 10;

    private static final JsonLimits LIMITS = JsonLimits.ofBytes(LogLine.BYTES_MAX);
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    /// Always three digits of a second, as JavaScript prints it.
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private AuditFormat() {}

    /// One line as it was read.
    sealed interface Line {
        /// It is what a line should be.
        ///
        /// @param previous the hash of the line before
        record Sound(AuditEntry entry, String previous) implements Line {}

        record Unsound(String why) implements Line {}
    }

    /// The line of an entry, without its line feed.
    static byte[] encode(AuditEntry entry, String previous) {
        JsonObject line =
                JsonObject.builder()
                        .put("version", VERSION)
                        .put("seq", entry.sequence())
                        .put("at", TIME.format(entry.at()))
                        .put("event", entry.event().event())
                        .put("subject", entry.event().subject())
                        .put("details", entry.event().details())
                        .put("previous", previous)
                        .build();
        return JsonText.print(line).getBytes(StandardCharsets.UTF_8);
    }

    static Line decode(byte[] line) {
        JsonValue value;
        try {
            value = JsonText.parse(line, LIMITS);
        } catch (JsonSyntax e) {
            return new Line.Unsound("column %d: %s".formatted(e.column(), e.what()));
        }
        if (!(value instanceof JsonObject object)) {
            return new Line.Unsound("not a JSON object");
        }
        if (object.safeInteger("version").orElse(0) != VERSION) {
            return new Line.Unsound("not of version %d".formatted(VERSION));
        }
        return decode(object)
                .<Line>map(sound -> sound)
                .orElse(new Line.Unsound("a field is missing or is not what it should be"));
    }

    private static Optional<Line.Sound> decode(JsonObject object) {
        long sequence = object.safeInteger("seq").orElse(0);
        String previous = object.string("previous").orElse("");
        if (sequence < 1 || !HASH.matcher(previous).matches()) {
            return Optional.empty();
        }
        if (!(object.member("details").orElse(null) instanceof JsonObject details)) {
            return Optional.empty();
        }
        try {
            Instant at = Instant.parse(object.string("at").orElse(""));
            String event = object.string("event").orElse("");
            String subject = object.string("subject").orElse("");
            AuditEvent whole = new AuditEvent(event, subject, details);
            return Optional.of(new Line.Sound(new AuditEntry(sequence, at, whole), previous));
        } catch (DateTimeException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
