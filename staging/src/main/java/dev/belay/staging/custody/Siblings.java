package dev.belay.staging.custody;

import dev.belay.core.error.ErrorCode;
import dev.belay.core.error.Refusal;
import dev.belay.core.file.BoundedFile;
import dev.belay.core.file.DirectoryIdentity;
import dev.belay.staging.artifact.ArtifactEvidence;
import dev.belay.staging.artifact.ArtifactFormat;
import dev.belay.staging.manifest.ManifestFormat;
import dev.belay.staging.receipt.ReceiptFormat;
import dev.belay.staging.receipt.RecoveryOwner;
import dev.belay.staging.schema.Digest;
import dev.belay.staging.schema.InvalidFormat;
import dev.belay.system.Directory;
import dev.belay.system.FileKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// All that lies in a staging beside its payload, each of it known.
///
/// @param generations evidence on outputs, old and new
/// @param temporaries what the Node program was writing when it was killed
public record Siblings(List<String> generations, List<String> temporaries) {
    public static final String PAYLOAD = "payload";

    /// More than either program ever makes.
    private static final int NAMES_MAX = 68;

    private static final Set<String> KNOWN =
            Set.of(ReceiptFormat.FILE, ManifestFormat.FILE, PAYLOAD, RecoveryOwner.DIRECTORY);

    /// The Node program's index of a mirror, with what SQLite has beside it.
    private static final Set<String> INDEX =
            Set.of(
                    "mirror.sqlite",
                    "mirror.sqlite-journal",
                    "mirror.sqlite-wal",
                    "mirror.sqlite-shm");

    private static final Pattern TEMPORARY =
            Pattern.compile("\\.(.+)\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /// Looks at all of them.
    ///
    /// @throws Refusal (`STAGING_KEPT`) where one is unknown
    public static Siblings require(Directory staging) throws IOException {
        return require(staging, Set.of());
    }

    /// Looks at all of them, in a mirror.
    ///
    /// @throws Refusal (`STAGING_KEPT`) where one is unknown
    public static Siblings requireOfMirror(Directory staging) throws IOException {
        return require(staging, INDEX);
    }

    private static Siblings require(Directory staging, Set<String> more) throws IOException {
        List<String> names = staging.walk(all -> all.limit(NAMES_MAX + 1L).sorted().toList());
        if (names.size() > NAMES_MAX) {
            throw kept(staging.label(), "more than %d names are in it".formatted(NAMES_MAX));
        }
        List<String> generations = new ArrayList<>();
        List<String> temporaries = new ArrayList<>();
        for (String name : names) {
            if (isTemporary(staging, name)) {
                temporaries.add(name);
            } else if (ArtifactFormat.digestIn(name).isPresent()) {
                requireGeneration(staging, name);
                generations.add(name);
            } else if (!KNOWN.contains(name) && !more.contains(name)) {
                throw kept(staging.label(name), "is unknown beside a receipt");
            }
        }
        return new Siblings(List.copyOf(generations), List.copyOf(temporaries));
    }

    /// Whether `.staging.json.<uuid>` or the like, as the Node program calls a file until it is
    /// whole. Nothing refers to it.
    private static boolean isTemporary(Directory staging, String name) throws IOException {
        Matcher matcher = TEMPORARY.matcher(name);
        if (!matcher.matches()) {
            return false;
        }
        String file = matcher.group(1);
        boolean isOfMetadata =
                file.equals(ReceiptFormat.FILE)
                        || file.equals(ManifestFormat.FILE)
                        || ArtifactFormat.digestIn(file).isPresent();
        return isOfMetadata
                && staging.status(name)
                        .filter(status -> status.kind() == FileKind.REGULAR)
                        .isPresent();
    }

    private static void requireGeneration(Directory staging, String name) throws IOException {
        ArtifactEvidence evidence = evidence(staging, ArtifactFormat.digestIn(name).orElseThrow());
        Optional<DirectoryIdentity> source = source(staging);
        if (source.isPresent() && !source.get().equals(evidence.source())) {
            throw kept(staging.label(name), "is about the outputs of another copy");
        }
    }

    private static Optional<DirectoryIdentity> source(Directory staging) throws IOException {
        if (staging.status(PAYLOAD).isEmpty()) {
            return Optional.empty();
        }
        try (Directory payload = staging.openDirectory(PAYLOAD)) {
            if (payload.status("source").isEmpty()) {
                return Optional.empty();
            }
            try (Directory source = payload.openDirectory("source")) {
                return Optional.of(DirectoryIdentity.of(source));
            }
        }
    }

    /// The evidence with this digest.
    public static ArtifactEvidence evidence(Directory staging, Digest digest) throws IOException {
        String name = ArtifactFormat.fileName(digest);
        byte[] file =
                BoundedFile.read(staging, name, ArtifactFormat.BYTES_MAX)
                        .orElseThrow(() -> kept(staging.label(name), "is missing"))
                        .bytes();
        if (!Digest.of(file).equals(digest)) {
            throw kept(staging.label(name), "has other content than its name says");
        }
        try {
            return ArtifactFormat.read(file);
        } catch (InvalidFormat invalid) {
            throw invalid.in(staging.label(name));
        }
    }

    /// Whether there is nothing but a recovery lock and temporary files.
    public boolean isAll(Directory staging) throws IOException {
        try (Stream<String> names = staging.names()) {
            return generations.isEmpty()
                    && names.allMatch(name ->
                            name.equals(RecoveryOwner.DIRECTORY) || temporaries.contains(name));
        }
    }

    private static Refusal kept(String where, String found) {
        return new Refusal(
                ErrorCode.STAGING_KEPT,
                where,
                found,
                "save what is wanted of it; belay staging discard ends it on your word");
    }
}
