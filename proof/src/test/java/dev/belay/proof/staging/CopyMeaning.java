package dev.belay.proof.staging;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonBoolean;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNull;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonString;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.schema.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What the files beside a copy mean, so that those of two programs can be compared: without
/// identities, places, and numbers of processes, in no order, and with a digest as the name of what
/// it is of.
public final class CopyMeaning {
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(1 << 24);
    private static final int DIGEST_LENGTH = 64;

    private final Path copy;

    private CopyMeaning(Path copy) {
        this.copy = copy;
    }

    /// A mode for each name, and what is in it.
    public static Map<String, String> of(Path copy) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> listed = Files.list(copy)) {
            for (Path path : listed.toList()) {
                String name = path.getFileName().toString().replaceFirst("artifacts-.*", "outputs");
                String mode =
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
                files.put(
                        name,
                        Files.isDirectory(path) || name.startsWith("mirror.sqlite")
                                ? mode
                                : mode + JsonText.print(new CopyMeaning(copy).meaning(path)));
            }
        }
        return files;
    }

    private JsonValue meaning(Path file) throws IOException {
        String text =
                Files.readString(file)
                        .replace(copy.resolveSibling("").toString(), "<copies>")
                        .replaceAll("/run-[^\"/]+", "/run");
        return meaning(JsonText.parse(text, LIMITS));
    }

    private JsonValue meaning(JsonValue value) {
        return switch (value) {
            case JsonObject object when object.has("dev") -> new JsonString("an identity");
            case JsonObject object -> {
                Map<String, JsonValue> members = new LinkedHashMap<>();
                new TreeMap<>(object.members())
                        .forEach((name, member) ->
                                members.put(
                                        name,
                                        name.equals("ownerPid") ? JsonNull.NULL : meaning(member)));
                yield JsonObject.of(members);
            }
            case JsonArray(List<JsonValue> elements) ->
                    new JsonArray(
                            elements.stream()
                                    .map(this::meaning)
                                    .sorted(Comparator.comparing(JsonText::print))
                                    .toList());
            case JsonString(String text) -> new JsonString(named(text));
            case JsonNumber number -> number;
            case JsonBoolean bool -> bool;
            case JsonNull nothing -> nothing;
        };
    }

    private String named(String text) {
        if (isDigestOf(text, "manifest.json")) {
            return "of the manifest";
        }
        return isDigestOf(text, "artifacts-" + text + ".json") ? "of the outputs" : text;
    }

    private boolean isDigestOf(String text, String name) {
        try {
            Path file = copy.resolve(name);
            return text.length() == DIGEST_LENGTH
                    && Files.exists(file)
                    && Digest.of(Files.readAllBytes(file)).hex().equals(text);
        } catch (IOException _) {
            return false;
        }
    }
}
