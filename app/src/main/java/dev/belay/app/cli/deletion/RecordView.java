package dev.belay.app.cli.deletion;

import dev.belay.app.cli.frame.Style;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonValue;
import dev.belay.deletion.DeletionRecord;
import dev.belay.deletion.Proof;
import java.time.Duration;
import java.time.Instant;

/// How a record of a deletion, and a proof, are shown.
public final class RecordView {
    private RecordView() {}

    /// The fields as the journal calls them, times as ISO 8601.
    public static JsonObject json(DeletionRecord record) {
        JsonObject.Builder fields =
                JsonObject.builder()
                        .put("boxId", record.id().value())
                        .put("name", record.target().name())
                        .put(
                                "ownerBotId",
                                record.target()
                                        .owner()
                                        .<JsonValue>map(JsonString::new)
                                        .orElse(JsonNull.NULL))
                        .put("phase", record.phase().word());
        record.operation().ifPresent(id -> fields.put("operationId", id.value()));
        if (record.phase() instanceof DeletionRecord.Accepted accepted) {
            fields.put("status", accepted.status().word());
        }
        return fields.put("requestedAt", record.requestedAt().toString())
                .put("updatedAt", record.updatedAt().toString())
                .put("releasedBy", releasedBy(record))
                .put("command", command(record))
                .build();
    }

    /// The phase with what is known in it.
    public static String phase(DeletionRecord record) {
        return switch (record.phase()) {
            case DeletionRecord.Prepared _ -> Style.WARNING.of("prepared");
            case DeletionRecord.Accepted accepted ->
                    Style.GOOD.of("accepted") + " (" + accepted.status().word() + ")";
            case DeletionRecord.Blocked _ -> Style.BAD.of("blocked");
        };
    }

    /// What would release the fence.
    public static String releasedBy(DeletionRecord record) {
        return switch (record.phase()) {
            case DeletionRecord.Prepared _ ->
                    "a direct 404 or 410, or acceptance and then completion";
            case DeletionRecord.Accepted _ -> "its completed operation, or a direct 404 or 410";
            case DeletionRecord.Blocked _ -> "a retry that the provider accepts";
        };
    }

    /// The command that goes on with it.
    public static String command(DeletionRecord record) {
        return switch (record.phase()) {
            case DeletionRecord.Accepted _ -> "belay deletion follow " + record.id();
            case DeletionRecord.Prepared _, DeletionRecord.Blocked _ ->
                    "belay deletion retry " + record.id();
        };
    }

    /// A proof as the end of a sentence.
    public static String proof(Proof proof) {
        return switch (proof) {
            case Proof.DirectAbsence absence ->
                    "the provider answered " + absence.status() + " for it";
            case Proof.CompletedOperation completed ->
                    "operation " + completed.operation() + " is completed";
            case Proof.Both both ->
                    "operation %s is completed, and the provider answered %d for it"
                            .formatted(both.operation().operation(), both.absence().status());
            case Proof.Attested _ -> "on an operator's word";
        };
    }

    /// How long ago, in the largest unit that fits.
    public static String age(Instant then, Instant now) {
        Duration age = Duration.between(then, now);
        if (age.isNegative()) {
            return "in the future";
        }
        if (age.toDays() > 1) {
            return age.toDays() + "d";
        }
        if (age.toHours() > 1) {
            return age.toHours() + "h";
        }
        return age.toMinutes() > 1 ? age.toMinutes() + "m" : age.toSeconds() + "s";
    }
}
