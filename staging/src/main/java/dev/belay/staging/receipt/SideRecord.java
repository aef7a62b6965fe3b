package dev.belay.staging.receipt;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.identity.ProcessIdentity;
import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.schema.Fields;
import dev.belay.staging.schema.InvalidFormat;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What Belay keeps of a staging beside it, in `.belay/<id>.json`: what a receipt has no room for.
///
/// @param owner who made it; the start tells it from a process that has its number later
/// @param made when, to the millisecond
/// @param repository the path of the working tree
/// @param leases all that its command uses, when they are more than a receipt holds
/// @param isRecorded whether there is a receipt
/// @param isPutBack whether whoever took a mirror let go of it before anybody was let in
public record SideRecord(
        StagingId id,
        ProcessIdentity owner,
        Instant made,
        String repository,
        List<String> leases,
        boolean isRecorded,
        boolean isPutBack) {
    public static final int BYTES_MAX = 1 << 20;

    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);
    private static final Set<String> MEMBERS =
            Set.of("version", "id", "owner", "made", "repository", "leases", "recorded", "putBack");
    private static final Set<String> OWNER = Set.of("pid", "start", "boot", "pidNamespace");

    public SideRecord {
        made = made.truncatedTo(ChronoUnit.MILLIS);
        leases = List.copyOf(leases);
    }

    /// What the file is called.
    public static String fileName(StagingId id) {
        return id + ".json";
    }

    /// The id of the staging beside which a file of this name lies; empty for another name.
    public static Optional<StagingId> idIn(String fileName) {
        String id = fileName.replaceFirst("\\.json$", "");
        return StagingId.isId(id) && fileName(new StagingId(id)).equals(fileName)
                ? Optional.of(new StagingId(id))
                : Optional.empty();
    }

    /// The same of a mirror that its owner let go of.
    public SideRecord putBack() {
        return new SideRecord(id, owner, made, repository, leases, isRecorded, true);
    }

    public SideRecord withLeases(List<String> others) {
        return new SideRecord(id, owner, made, repository, others, isRecorded, isPutBack);
    }

    /// Reads the whole of a file.
    public static SideRecord read(byte[] file) throws InvalidFormat {
        Fields record = Fields.read(file, LIMITS, MEMBERS);
        record.integer("version", 1, 1);
        Fields owner = record.object("owner", OWNER);
        return new SideRecord(
                new StagingId(record.string("id", StagingId::isId)),
                new ProcessIdentity(
                        owner.integer("pid", 1, Integer.MAX_VALUE),
                        owner.optionalString("start", ProcessIdentity::isDecimal).orElse(""),
                        owner.optionalString("boot", ProcessIdentity::isBoot).orElse(""),
                        owner.optionalString("pidNamespace", ProcessIdentity::isDecimal)
                                .orElse("")),
                Instant.parse(record.string("made", SideRecord::isInstant)),
                record.string("repository"),
                record.has("leases") ? record.strings("leases") : List.of(),
                record.flag("recorded"),
                record.has("putBack") && record.flag("putBack"));
    }

    /// The bytes of the file.
    ///
    /// @throws InvalidFormat when they are more than a reader takes
    public byte[] write() throws InvalidFormat {
        JsonObject.Builder process = JsonObject.builder().put("pid", owner.pid());
        put(process, "start", owner.start());
        put(process, "boot", owner.boot());
        put(process, "pidNamespace", owner.pidNamespace());
        JsonObject.Builder record =
                JsonObject.builder()
                        .put("version", 1)
                        .put("id", id.value())
                        .put("owner", process.build())
                        .put("made", made.toString())
                        .put("repository", repository)
                        .put("recorded", isRecorded);
        if (isPutBack) {
            record.put("putBack", true);
        }
        if (!leases.isEmpty()) {
            List<JsonValue> all = leases.stream().<JsonValue>map(JsonString::new).toList();
            record.put("leases", new JsonArray(all));
        }
        byte[] file = (JsonText.print(record.build()) + "\n").getBytes(UTF_8);
        if (file.length > BYTES_MAX) {
            throw new InvalidFormat("longer than %d bytes".formatted(BYTES_MAX));
        }
        return file;
    }

    private static void put(JsonObject.Builder object, String name, String value) {
        if (!value.isEmpty()) {
            object.put(name, value);
        }
    }

    private static boolean isInstant(String text) {
        try {
            Instant.parse(text);
            return true;
        } catch (DateTimeParseException _) {
            return false;
        }
    }
}
