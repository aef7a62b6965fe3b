package dev.belay.proof.seed;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What two directories are compared by: names, modes, and what the JSON means.
///
/// Without what no reader of the other program looks at: names that begin with a dot, candidates,
/// reapers, and the members that Belay adds to a record or to the lock.
record DirectoryState(Map<String, File> files) {
    static final String JOURNAL = "box-delete-requests.json";

    private static final JsonLimits LIMITS = JsonLimits.ofBytes(1 << 24);
    private static final Set<String> ADDED =
            Set.of("kernelLock", "pidNamespace", "pastOperationIds", "start", "boot");

    record File(String mode, JsonValue content) {}

    static DirectoryState of(Path directory) throws IOException {
        Map<String, File> files = new TreeMap<>();
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : entries.toList()) {
                String name = entry.getFileName().toString();
                if (!name.startsWith(".")
                        && !name.contains(".lock.candidate-")
                        && !name.contains(".lock.reap-")) {
                    files.put(name, file(entry));
                }
            }
        }
        return new DirectoryState(files);
    }

    /// The records of the journal; none when there is no journal.
    List<JsonObject> records() {
        File journal = files.get(JOURNAL);
        if (journal == null) {
            return List.of();
        }
        JsonObject content = (JsonObject) journal.content();
        JsonArray records = (JsonArray) content.member("records").orElseThrow();
        return records.elements().stream().map(JsonObject.class::cast).toList();
    }

    private static File file(Path path) throws IOException {
        String mode =
                PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
        return new File(mode, compared(JsonText.parse(Files.readAllBytes(path), LIMITS)));
    }

    /// `value` without the members that are not compared.
    static JsonValue compared(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                object.members()
                        .forEach((name, member) -> {
                            if (!ADDED.contains(name)) {
                                members.put(name, compared(member));
                            }
                        });
                yield JsonObject.of(members);
            }
            case JsonArray array ->
                    new JsonArray(array.elements().stream().map(DirectoryState::compared).toList());
            case JsonString string -> string;
            case JsonNumber number ->
                    number.safeInteger().isPresent()
                            ? JsonNumber.of(number.safeInteger().getAsLong())
                            : number;
            case JsonBoolean bool -> bool;
            case JsonNull nothing -> nothing;
        };
    }
}
