package dev.belay.staging.artifact;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.json.JsonArray;
import dev.belay.core.json.JsonLimits;
import dev.belay.core.json.JsonNumber;
import dev.belay.core.json.JsonObject;
import dev.belay.core.json.JsonText;
import dev.belay.core.json.JsonValue;
import dev.belay.staging.artifact.ArtifactEvidence.Destination;
import dev.belay.staging.artifact.ArtifactEvidence.File;
import dev.belay.staging.artifact.ArtifactEvidence.Folder;
import dev.belay.staging.artifact.ArtifactEvidence.Output;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.schema.Fields;
import dev.belay.staging.schema.IdentityFormat;
import dev.belay.staging.schema.InvalidFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The codec of `artifacts-<sha256>.json`, docs/formats/staging.md.
public final class ArtifactFormat {
    /// A longer file is neither written nor read.
    public static final int BYTES_MAX = 64 << 20;

    private static final String PREFIX = "artifacts-";
    private static final String SUFFIX = ".json";
    private static final JsonLimits LIMITS = JsonLimits.ofBytes(BYTES_MAX);
    private static final String NONE = "none";
    private static final String COPIED = "copied";
    private static final Set<String> MEMBERS =
            Set.of(
                    "version",
                    "durable",
                    "kind",
                    "sourceIdentity",
                    "entries",
                    "repository",
                    "parents",
                    "destination");
    private static final Set<String> PLACED = Set.of("path", "identity");

    private ArtifactFormat() {}

    /// What the file with these bytes is called.
    public static String fileName(Digest digest) {
        return PREFIX + digest + SUFFIX;
    }

    /// The digest in the name of such a file; empty for another name.
    public static Optional<Digest> digestIn(String fileName) {
        if (!fileName.startsWith(PREFIX) || !fileName.endsWith(SUFFIX)) {
            return Optional.empty();
        }
        int to = Math.max(PREFIX.length(), fileName.length() - SUFFIX.length());
        String digest = fileName.substring(PREFIX.length(), to);
        return Digest.isDigest(digest) ? Optional.of(new Digest(digest)) : Optional.empty();
    }

    /// Reads the whole of a file.
    public static ArtifactEvidence read(byte[] file) throws InvalidFormat {
        Fields evidence = Fields.read(file, LIMITS, MEMBERS);
        evidence.integer("version", 1, 1);
        List<Output> entries = new ArrayList<>();
        for (JsonValue value : evidence.array("entries")) {
            entries.add(output(value));
        }
        try {
            return new ArtifactEvidence(
                    evidence.flag("durable"),
                    IdentityFormat.read(evidence, "sourceIdentity"),
                    entries,
                    destination(evidence));
        } catch (IllegalArgumentException invalid) {
            throw new InvalidFormat(String.valueOf(invalid.getMessage()));
        }
    }

    /// The bytes of `evidence`.
    ///
    /// @throws InvalidFormat when they are more than a reader takes
    public static byte[] write(ArtifactEvidence evidence) throws InvalidFormat {
        List<JsonValue> entries = new ArrayList<>();
        for (Output entry : evidence.entries()) {
            entries.add(object(entry));
        }
        Optional<Destination> copied = evidence.copied();
        JsonObject.Builder object =
                JsonObject.builder()
                        .put("version", 1)
                        .put("durable", evidence.isDurable())
                        .put("kind", copied.isPresent() ? COPIED : NONE)
                        .put("sourceIdentity", IdentityFormat.write(evidence.source()))
                        .put("entries", new JsonArray(entries));
        copied.ifPresent(destination -> put(object, destination));
        byte[] file = (JsonText.print(object.build()) + "\n").getBytes(UTF_8);
        if (file.length > BYTES_MAX) {
            throw new InvalidFormat("longer than %d bytes".formatted(BYTES_MAX));
        }
        return file;
    }

    private static Output output(JsonValue value) throws InvalidFormat {
        Fields entry = Fields.of(value, "entries", Set.of("path", "kind", "bytes", "sha256"));
        String path = entry.string("path");
        if (entry.string("kind").equals("file")) {
            return new File(
                    path,
                    entry.integer("bytes", 0, JsonNumber.SAFE_INTEGER_MAX),
                    new Digest(entry.string("sha256", Digest::isDigest)));
        }
        if (!entry.string("kind").equals("directory")
                || entry.has("bytes")
                || entry.has("sha256")) {
            throw entry.invalid("kind", "neither that of a file nor that of a directory");
        }
        return new Folder(path);
    }

    private static @Nullable Destination destination(Fields evidence) throws InvalidFormat {
        if (evidence.string("kind").equals(NONE)) {
            for (String member : List.of("repository", "parents", "destination")) {
                if (evidence.has(member)) {
                    throw evidence.invalid(member, "there though nothing was copied");
                }
            }
            return null;
        }
        if (!evidence.string("kind").equals(COPIED)) {
            throw evidence.invalid("kind", "none of its words");
        }
        Fields repository = evidence.object("repository", PLACED);
        Fields parents = evidence.object("parents", Set.of("crabbox", "wrapperArtifacts"));
        Fields destination = evidence.object("destination", PLACED);
        return new Destination(
                repository.string("path"),
                IdentityFormat.read(repository, "identity"),
                IdentityFormat.read(parents, "crabbox"),
                IdentityFormat.read(parents, "wrapperArtifacts"),
                destination.string("path"),
                IdentityFormat.read(destination, "identity"));
    }

    private static JsonObject object(Output entry) {
        JsonObject.Builder object = JsonObject.builder().put("path", entry.path());
        return switch (entry) {
            case ArtifactEvidence.Folder _ -> object.put("kind", "directory").build();
            case ArtifactEvidence.File file ->
                    object.put("kind", "file")
                            .put("bytes", file.sizeBytes())
                            .put("sha256", file.content().hex())
                            .build();
        };
    }

    private static void put(JsonObject.Builder object, Destination destination) {
        object.put(
                        "repository",
                        JsonObject.builder()
                                .put("path", destination.repository())
                                .put(
                                        "identity",
                                        IdentityFormat.write(destination.repositoryIdentity()))
                                .build())
                .put(
                        "parents",
                        JsonObject.builder()
                                .put("crabbox", IdentityFormat.write(destination.crabbox()))
                                .put(
                                        "wrapperArtifacts",
                                        IdentityFormat.write(destination.wrapperArtifacts()))
                                .build())
                .put(
                        "destination",
                        JsonObject.builder()
                                .put("path", destination.path())
                                .put("identity", IdentityFormat.write(destination.identity()))
                                .build());
    }
}
